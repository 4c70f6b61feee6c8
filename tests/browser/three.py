#!/usr/bin/env python3
"""Draws scenes of three.js in headless Chromium from its own shaders and from their translations, and compares the pixels.

    cargo build -p vitrum-cli
    tests/browser/three.py target/debug/vitrum [--version 0.187.0] [--webgl 1|2] [--to essl300] [--filter TEXT]

three.js builds the text of each program from its materials, lights and the features of a scene; the page hands the text of
each program that it links to `vitrum translate`, and draws with what comes back. The shaders of its examples are drawn as
pictures of a texture. Afterwards each program is translated to the other outputs, which glslangValidator and spirv-val judge.

The package comes from the registry of npm when it is first needed, into target/conformance-data. Versions up to 0.162 have a
renderer for WebGL 1. Ends with 1 if a program is refused or a picture differs.

Chromium is `chromium` unless the variable CHROMIUM names it.
"""

import argparse
import collections
import concurrent.futures
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent

# What of 255 a component may differ by: drivers compute in another order what stands in another order.
TOLERANCE = 1

# Outputs by generation, with the judge: arguments of glslangValidator, or the environment of spirv-val.
OUTPUTS = {
    1: {"essl100": [], "essl300": [], "essl310": [], "glsl330": [], "glsl450": [], "vulkan1.1": "vulkan1.1"},
    2: {"essl300": [], "essl310": [], "glsl330": [], "glsl450": [], "vulkan1.1": "vulkan1.1"},
}

# The limits of the context: those that Chromium has on SwiftShader, but for what no scene comes near.
LIMITS = "MaxVaryingVectors 31 MaxVertexUniformVectors 4096 MaxFragmentUniformVectors 1024 MaxDrawBuffers 8 MaxTextureImageUnits 32"

PAGE = """<!doctype html><meta charset="utf-8"><script type="importmap">
{"imports": {"three": "/package/build/three.module.js", "three/addons/": "/package/examples/jsm/"}}
</script><script type="module" src="/three_scenes.js"></script>"""


def package(version):
    """The folder of a version of three.js."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
    folder = target / "conformance-data" / "three" / version
    if not (folder / "package").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", f"three@{version}"], cwd=folder, check=True)
        shutil.unpack_archive(next(folder.glob("*.tgz")), folder)
    return folder


class Translator:
    """Translates programs with the command line."""

    def __init__(self, vitrum, output):
        self.vitrum, self.output = str(pathlib.Path(vitrum).resolve()), output
        self.programs = {}

    def translate(self, program, output):
        """The texts, or the bytes, of both stages; or what was said."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for stage in ("vert", "frag"):
                (folder / f"program.{stage}").write_text(program[stage])
            command = [self.vitrum, "translate", "--webgl", str(program["webgl"]), "--to", output, "-o", "out"]
            command += ["--error-format", "short", f"-flimit={LIMITS}", "program.vert", "program.frag"]
            command += [f"--extension={name}" for name in program["extensions"]]
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            errors = [line for line in run.stderr.splitlines() if "error" in line]
            if run.returncode:
                return None, "; ".join(errors[:2]) or run.stderr[-300:]
            kind = "spv" if output.startswith("vulkan") else "glsl"
            return {stage: (folder / "out" / f"{stage}.{kind}").read_bytes() for stage in ("vert", "frag")}, None

    def answer(self, program):
        """The answer to the page."""
        program["extensions"] = [name for name in program["extensions"] if name in SHADER_EXTENSIONS]
        key = json.dumps([program["vert"], program["frag"]])
        if key not in self.programs:
            found, error = self.translate(program, self.output)
            texts = {stage: text.decode() for stage, text in (found or {}).items()}
            self.programs[key] = (program, {"error": error} if error else texts)
        return self.programs[key][1]


# Extensions that mean something to shaders.
SHADER_EXTENSIONS = {
    "OES_standard_derivatives", "EXT_frag_depth", "EXT_shader_texture_lod", "WEBGL_draw_buffers", "EXT_conservative_depth",
    "OES_sample_variables", "NV_shader_noperspective_interpolation", "OES_shader_multisample_interpolation",
}


def serve(translator, folder):
    """A server for the page, and the event and the list that get its results."""
    done, results = threading.Event(), []

    class Handler(http.server.BaseHTTPRequestHandler):
        def reply(self, body, kind):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            path = self.path.split("?")[0]
            shaders = folder / "package/examples/jsm/shaders"
            if path == "/":
                self.reply(PAGE.encode(), "text/html")
            elif path == "/shaders":
                names = sorted(file.name for file in shaders.glob("*.js")) if shaders.exists() else []
                self.reply(json.dumps(names).encode(), "application/json")
            else:
                file = (HERE if path == "/three_scenes.js" else folder) / path[1:]
                if file.is_file():
                    self.reply(file.read_bytes(), "text/javascript")
                else:
                    self.send_error(404)

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/translate":
                self.reply(json.dumps(translator.answer(body)).encode(), "application/json")
            else:
                self.reply(b"", "text/plain")
                results.append(body)
                if "done" in body:
                    done.set()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, done, results


def browse(translator, folder, webgl, seconds):
    """What the page says of each scene."""
    server, done, results = serve(translator, folder)
    with tempfile.TemporaryDirectory() as profile:
        command = [os.environ.get("CHROMIUM", "chromium"), "--headless=new", "--no-sandbox", "--use-gl=angle"]
        command += ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
        command += [f"--user-data-dir={profile}/profile", f"http://127.0.0.1:{server.server_port}/?webgl={webgl}"]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finished = done.wait(seconds)
        browser.terminate()
        browser.wait()
    server.shutdown()
    scenes = [result for result in results if "done" not in result]
    if not finished:
        print(f"the browser did not come to an end in {seconds} seconds")
    elif results[-1]["done"]:
        sys.exit(results[-1]["done"])
    return scenes


def judge(code, output, judged):
    """What a validator says of the code of a stage; nothing if it takes it."""
    stage, code = code
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, f"shader.{stage}")
        if not isinstance(judged, str):
            # glslangValidator has `average` of an extension in all versions of ESSL, and does not let it be redefined.
            code = re.sub(rb"\baverage\b", b"average_", code)
        file.write_bytes(code)
        if isinstance(judged, str):
            command = ["spirv-val", "--target-env", judged, str(file)]
        else:
            command = ["glslangValidator", *judged, str(file)]
        run = subprocess.run(command, capture_output=True, text=True)
        said = (run.stdout + run.stderr).strip().splitlines()
        return "" if run.returncode == 0 else next((line for line in said if "ERROR" in line or "error" in line), "refused")


def translate_to_all(translator, webgl):
    """Translates each program to each output, and has it judged; the number of faults."""
    bad = 0
    programs = [program for program, answer in translator.programs.values() if "error" not in answer]
    for output, judged in OUTPUTS[webgl].items():
        def one(program):
            found, error = translator.translate(program, output)
            if error:
                return f"vitrum: {error}"
            return next(filter(None, (judge(code, output, judged) for code in found.items())), "")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            said = collections.Counter(pool.map(one, programs))
        print(f"{output}: {said.pop('', 0)} of {len(programs)} programs")
        for fault, count in said.most_common():
            bad += count
            print(f"    {count}: {fault}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vitrum")
    parser.add_argument("--version", default="0.187.0")
    parser.add_argument("--webgl", type=int, choices=(1, 2), default=2)
    parser.add_argument("--to", default=None)
    parser.add_argument("--seconds", type=int, default=3000)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs")
    arguments = parser.parse_args()
    output = arguments.to or ("essl100" if arguments.webgl == 1 else "essl300")
    translator = Translator(arguments.vitrum, output)
    results = browse(translator, package(arguments.version), arguments.webgl, arguments.seconds)
    bad, equal, close, undrawn = 0, 0, 0, 0
    for result in results:
        if result.get("refused"):
            undrawn += 1
            print(f"{result['name']}: three.js draws nothing: {result['refused'].splitlines()[0][:120]}")
            continue
        fault = "; ".join(result["failures"][:2])
        if not fault and result["worst"] > TOLERANCE and not result["unsteady"]:
            fault = f"{result['differing']} components differ, by up to {result['worst']}"
        if fault:
            bad += 1
            print(f"{result['name']}: {fault.strip()[:400]}")
        elif result["worst"] == 0:
            equal += 1
        else:
            close += 1
    print(f"{len(results)} scenes, {equal} the same, {close} within {TOLERANCE} of 255, {undrawn} not drawn by three.js itself, {bad} faults")
    print(f"{len(translator.programs)} programs")
    if arguments.keep:
        for number, (program, _) in enumerate(translator.programs.values()):
            for stage in ("vert", "frag"):
                file = arguments.keep / f"{number}.{stage}"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(program[stage])
    bad += translate_to_all(translator, arguments.webgl)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
