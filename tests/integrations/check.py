#!/usr/bin/env python3
"""Tests of what others run: the Ray example, the GitHub Action and the pre-commit hooks. `cargo xtask integrations` calls it.

    check.py ray|action|hooks ROOT VITRUM SCRATCH
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

WRONG = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(missing); }\n"
RIGHT = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(1.0); }\n"
FIXABLE = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(1.0) }\n"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def expect(condition, ran):
    if not condition:
        sys.exit(f"unexpected: exit status {ran.returncode}\n--- stdout\n{ran.stdout}\n--- stderr\n{ran.stderr}")


def results(text):
    """The lines of `vitrum batch`, without times."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        del line["micros"]
    return lines


def files(folder):
    return {str(it.relative_to(folder)): it.read_bytes() for it in sorted(folder.rglob("*")) if it.is_file()}


def ray(root, vitrum, scratch):
    """Two workers compile a manifest; results and files are those of one run of `vitrum batch`."""
    shaders = scratch / "shaders"
    shutil.copytree(root / "tests/suite/real", shaders / "real")
    (shaders / "wrong.frag").write_text(WRONG)
    paths = sorted(it.relative_to(shaders) for it in shaders.rglob("*") if re.search(r"\.(vert|frag|comp|glsl)$", it.name))
    manifest = scratch / "manifest.jsonl"
    lines = [{"path": str(path), "output": f"{path}.spv", "options": ["-O"]} for path in paths]
    lines.insert(3, {"path": "there/is/none.frag"})
    manifest.write_text("".join(json.dumps(line) + "\n" for line in lines))
    alone = run([vitrum, "batch", manifest, "-o", scratch / "alone"], cwd=shaders)
    expect(alone.returncode == 1, alone)
    example = [sys.executable, root / "examples/ray/compile.py", manifest, "-o", scratch / "ray", "--shaders", shaders]
    example += ["--vitrum", vitrum, "--workers", "2", "--shards", "7", "--cache", scratch / "cache"]
    many = run(example, cwd=scratch)
    expect(many.returncode == 1, many)
    found = results(many.stdout)
    expect([line.pop("cached") for line in found] == [False] * len(lines), many)
    expected = results(alone.stdout)
    # Numbers of lines are those of the manifest on both sides.
    expect(found == expected, many)
    expect(files(scratch / "ray") == files(scratch / "alone") and len(files(scratch / "ray")) >= 30, many)
    print(f"ray: {len(lines)} compilations by two workers, as by one machine")


def action(root, vitrum, scratch):
    """Runs the steps of the action as GitHub does, in a repository with a wrong shader and in one without."""
    import yaml

    definition = yaml.safe_load((root / "action.yml").read_text())
    inputs = {name: str(value["default"]) for name, value in definition["inputs"].items()}

    def steps(folder, **given):
        values = {**inputs, **given}
        replace = lambda text: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], text)
        for step in definition["runs"]["steps"]:
            variables = {name: replace(value) for name, value in step["env"].items()}
            path = f"{pathlib.Path(vitrum).parent}{os.pathsep}{os.environ['PATH']}"
            # GitHub's command line for `shell: bash`.
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", replace(step["run"])]
            ran = run(command, cwd=folder, env={**os.environ, **variables, "PATH": path})
            if ran.returncode:
                break
        return ran

    folder = scratch / "repository"
    (folder / "shaders/deep").mkdir(parents=True)
    (folder / "shaders/deep/a.frag").write_text(RIGHT)
    good = steps(folder)
    expect(good.returncode == 0 and good.stderr == "", good)
    (folder / "shaders/b.frag").write_text(WRONG)
    bad = steps(folder, path="shaders", options="-Wall -O")
    expect(bad.returncode == 1 and bad.stderr.startswith("::error file=shaders/b.frag,line=3,"), bad)
    print("action: passes and fails as it should")


def hooks(root, vitrum, scratch):
    """pre-commit installs the hooks from this repository and runs them in one with shaders."""
    path = f"{pathlib.Path(vitrum).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PRE_COMMIT_HOME": str(scratch / "pre-commit")}
    environment |= {f"GIT_{who}_{what}": "vitrum@example.org" for who in ["AUTHOR", "COMMITTER"] for what in ["NAME", "EMAIL"]}
    hooks = scratch / "hooks"
    hooks.mkdir()
    shutil.copy(root / ".pre-commit-hooks.yaml", hooks)

    def git(folder, *words):
        ran = run(["git", *words], cwd=folder, env=environment)
        expect(ran.returncode == 0, ran)
        return ran.stdout.strip()

    git(hooks, "init", "-q")
    git(hooks, "add", "-A")
    git(hooks, "commit", "-qm", "Hooks")
    project = scratch / "project"
    project.mkdir()
    git(project, "init", "-q")
    (project / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {git(hooks, 'rev-parse', 'HEAD')}\n  hooks:\n  - id: vitrum-fix\n  - id: vitrum\n"
    )

    def commit(name, text):
        (project / name).write_text(text)
        git(project, "add", "-A")
        return run([sys.executable, "-m", "pre_commit", "run"], cwd=project, env=environment)

    good = commit("a.frag", RIGHT)
    expect(good.returncode == 0 and good.stdout.count("Passed") == 2, good)
    fixed = commit("b.frag", FIXABLE)
    expect(fixed.returncode == 1 and (project / "b.frag").read_text() == FIXABLE.replace(") }", "); }"), fixed)
    again = commit("b.frag", (project / "b.frag").read_text())
    expect(again.returncode == 0, again)
    bad = commit("c.frag", WRONG)
    expect(bad.returncode == 1 and "c.frag:3:24" in bad.stdout, bad)
    print("hooks: pass, fix and fail as they should")


def main():
    what, root, vitrum, scratch = sys.argv[1:]
    scratch = pathlib.Path(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    {"ray": ray, "action": action, "hooks": hooks}[what](pathlib.Path(root), vitrum, scratch)


if __name__ == "__main__":
    main()
