#!/usr/bin/env python3
"""Holds `vitrum translate` to the conformance tests of WebGL about shaders.

    cargo build -p vitrum-cli
    tests/browser/webgl_suite.py target/debug/vitrum [--data FOLDER] [--filter TEXT] [--update]

Each test has a vertex and a fragment shader, and says of each, and of the program, whether it is right. FOLDER is a clone of
github.com/KhronosGroup/WebGL; without it, the part that is needed is cloned below target/conformance-data. Cases that
vitrum judges in another way are listed with what it says in tests/scoreboard/webgl-suite.txt. Ends with 1 if another one does.

Needs node and git.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BOARD = HERE.parent / "scoreboard" / "webgl-suite.txt"

# Those of suite.mjs.
LIMITS = "MaxVaryingVectors 15 MaxVertexUniformVectors 256 MaxFragmentUniformVectors 224 MaxDrawBuffers 4"


def clone():
    """The folder of the tests."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
    folder = target / "conformance-data" / "webgl"
    if not folder.exists():
        url = "https://github.com/KhronosGroup/WebGL"
        subprocess.run(["git", "clone", "--depth", "1", "--filter=blob:none", "--sparse", url, str(folder)], check=True)
        parts = ["sdk/tests/conformance/glsl", "sdk/tests/conformance2/glsl3", "sdk/tests/js"]
        subprocess.run(["git", "-C", str(folder), "sparse-checkout", "set", *parts], check=True)
    return folder


def read(folder):
    """The cases."""
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place, "cases.json")
        subprocess.run(["node", str(HERE / "suite.mjs"), str(folder), str(file)], check=True)
        return json.loads(file.read_text())


def judge(vitrum, case):
    """What is judged in another way than the case says; nothing if it agrees."""
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for stage in ("vert", "frag"):
            (place / f"a.{stage}").write_text(case[stage])

        def translated(*stages):
            command = [vitrum, "translate", "--webgl", str(case["webgl"]), "--error-format", "short", f"-flimit={LIMITS}"]
            command += ["-o", f"out{len(stages)}", *(f"a.{stage}" for stage in stages)]
            run = subprocess.run(command, cwd=place, capture_output=True, text=True)
            errors = [line for line in run.stderr.splitlines() if ": error: " in line]
            return run.returncode == 0, errors[0].split(": error: ")[1] if errors else run.stderr.strip()[-200:]

        def differs(what, right, found):
            ok, said = found
            if right is None or right == ok:
                return ""
            return f"{what} is refused: {said}" if right else f"{what} is accepted"

        # As in the suite, a wrong shader need not be found out before it is linked.
        found = {"vertex shader": translated("vert"), "fragment shader": translated("frag")}
        right = dict(zip(found, (case["right"]["vert"], case["right"]["frag"])))
        said = next(filter(None, (differs(what, right[what], found[what]) for what in found if right[what])), "")
        if not said and all(ok for ok, _ in found.values()):
            said = differs("program", case["right"]["program"], translated("vert", "frag"))
        return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vitrum")
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    vitrum = str(pathlib.Path(arguments.vitrum).resolve())
    cases = [case for case in read(arguments.data or clone()) if arguments.filter in case["name"]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda case: judge(vitrum, case), cases))
    found = {case["name"]: text for case, text in zip(cases, said) if text}
    if arguments.update:
        lines = [f"{name}: {text}\n" for name, text in found.items()]
        BOARD.write_text("# tests/browser/webgl_suite.py VITRUM --update\n" + "".join(lines))
    known = {line.split(": ")[0] for line in BOARD.read_text().splitlines()} if BOARD.exists() else set()
    new = [name for name in found if name not in known]
    for name in new:
        print(f"{name}: {found[name]}")
    print(f"{len(cases) - len(found)} of {len(cases)} cases as the suite says, {len(new)} faults that the scoreboard does not list")
    sys.exit(1 if new else 0)


if __name__ == "__main__":
    main()
