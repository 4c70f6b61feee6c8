#!/usr/bin/env python3
"""Compiles and links printed ESSL 1.00 and 3.00 in headless Chromium.

    cargo build -p vitrum-cli
    tests/browser/webgl.py target/debug/vitrum [FOLDER ...]

Every vertex and fragment shader below the folders (tests/suite, unless said) is printed to both versions. What a
version cannot hold is counted; so is what ESSL 1.00 holds and WebGL 1 does not (GLSL ES 1.00 appendix A). The rest must
compile and link, each with the least other stage that fits. Ends with 1 if one does not.

Chromium is `chromium` unless the variable CHROMIUM names it.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# How many programs the suite gives at least.
LEAST = 300

VERSIONS = {"100es": 1, "300es": 2}

PAGE = """<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>
const items = %s;
const contexts = {};
function context(version) {
    if (!contexts[version]) {
        const gl = document.createElement("canvas").getContext(version === 1 ? "webgl" : "webgl2");
        if (!gl) throw new Error("no WebGL " + version);
        for (const name of gl.getSupportedExtensions()) gl.getExtension(name);
        contexts[version] = gl;
    }
    return contexts[version];
}
function run(item) {
    const gl = context(item.version);
    const program = gl.createProgram();
    const shaders = [];
    for (const [type, text] of [[gl.VERTEX_SHADER, item.vert], [gl.FRAGMENT_SHADER, item.frag]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return "compile: " + gl.getShaderInfoLog(shader);
        gl.attachShader(program, shader);
        shaders.push(shader);
    }
    gl.linkProgram(program);
    const linked = gl.getProgramParameter(program, gl.LINK_STATUS);
    const log = gl.getProgramInfoLog(program);
    shaders.forEach(shader => gl.deleteShader(shader));
    gl.deleteProgram(program);
    return linked ? "" : "link: " + log;
}
let results;
try { results = items.map(run); } catch (error) { results = String(error); }
document.getElementById("out").textContent = "RESULTS" + JSON.stringify(results) + "END";
</script>"""

# `in vec4 v;`, `layout(location = 0) flat in ivec2 v[3];`, `varying highp vec2 v;`
INPUT = re.compile(
    r"^((?:(?:layout\([^)]*\)|flat|smooth|centroid|noperspective|sample|invariant) )*)(?:in|varying) ([^;{]*);$",
    re.MULTILINE,
)


def other_stage(stage, version, text):
    """The least shader of the other stage that links with a text."""
    head = "#version 300 es\n" if version == 2 else ""
    if stage == "vert":
        if version == 1:
            return "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
        return head + "precision mediump float;\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"
    word = "out" if version == 2 else "varying"
    lines = [f"{m.group(1)}{word} {m.group(2)};\n" for m in INPUT.finditer(text)]
    head += "".join(re.findall(r"^#extension .*\n", text, re.MULTILINE))
    structs = re.findall(r"^struct \w+ \{.*?^\};\n", text, re.MULTILINE | re.DOTALL)
    return head + "".join(structs) + "".join(lines) + "void main() { gl_Position = vec4(0.0); }\n"


def printed(vitrum, path, stage, version):
    """The text and nothing, or nothing and why there is none."""
    source = path.read_text(errors="replace")
    command = [vitrum, str(path), "--emit", "glsl", "--glsl-version", version, "-o", "-"]
    command += ["--target-env", "vulkan1.3" if "// client: vulkan" in source else "opengl4.5"]
    command += ["-D" + define for define in re.findall(r"^// define: (\S+)", source, re.MULTILINE)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return None, "the version lacks something"
    reason = forbidden(vitrum, run.stdout, stage) if version == "100es" else ""
    return (None, reason) if reason else (run.stdout, None)


def forbidden(vitrum, text, stage):
    """Why WebGL 1 does not take a text of ESSL 1.00; nothing if it does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "shader." + stage)
        copy.write_text(text)
        command = [vitrum, str(copy), "--target-env", "opengl4.5", "--appendix-a", "--emit", "none"]
        return "appendix A forbids it" if subprocess.run(command, capture_output=True).returncode != 0 else ""


def browse(items, template=PAGE):
    """What a page made of the items says of each; empty for nothing."""
    data = json.dumps(items).replace("</", "<\\/")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(template % data)
        command = [os.environ.get("CHROMIUM", "chromium"), "--headless=new", "--no-sandbox", "--use-gl=angle"]
        command += ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
        command += [f"--user-data-dir={folder}/profile", "--timeout=600000", "--dump-dom", page.as_uri()]
        run = subprocess.run(command, capture_output=True, text=True, timeout=900)
    found = re.search(r'<pre id="out">RESULTS(.*)END</pre>', run.stdout, re.DOTALL)
    if not found:
        sys.exit("the browser says nothing:\n" + run.stderr[-2000:])
    results = json.loads(html.unescape(found.group(1)))
    if isinstance(results, str):
        sys.exit(results)
    return results


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    vitrum = sys.argv[1]
    home = pathlib.Path(__file__).resolve().parent.parent
    folders = [pathlib.Path(folder) for folder in sys.argv[2:]] or [home / "suite"]
    items, skipped = [], {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            stage = next((s for s in ("vert", "frag") if re.search(rf"\.{s}(\.glsl)?$", path.name)), None)
            if stage is None:
                continue
            for version, number in VERSIONS.items():
                text, reason = printed(vitrum, path, stage, version)
                if text is None:
                    key = f"{version}: {reason}"
                    skipped[key] = skipped.get(key, 0) + 1
                    continue
                other = other_stage(stage, number, text)
                pair = {"vert": text, "frag": other} if stage == "vert" else {"vert": other, "frag": text}
                items.append({"name": f"{path} {version}", "version": number, **pair})
    bad = 0
    # What is wrong on purpose has to be found out.
    wrong = [
        {"version": 1, "vert": "void main() { gl_Position = vec4(0.0); }", "frag": "void main() { gl_FragColor = 1; }"},
        {"version": 2, "vert": "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }\n", "frag": "#version 300 es\nprecision mediump float;\nin vec2 absent;\nout vec4 c;\nvoid main() { c = absent.xyxy; }\n"},
    ]
    for kind, result in zip(["compile: ", "link: "], browse(wrong)):
        if not result.startswith(kind):
            bad += 1
            print(f"a fault was not found out: {kind}{result}")
    batches = [items[start : start + 100] for start in range(0, len(items), 100)]
    for batch in batches:
        for item, result in zip(batch, browse(batch)):
            if "extension is not supported" in result:
                items.remove(item)
                skipped["the browser lacks an extension"] = skipped.get("the browser lacks an extension", 0) + 1
            elif result:
                bad += 1
                print(f"{item['name']}: {result.strip()}")
    for reason, count in sorted(skipped.items()):
        print(f"skipped: {count} {reason}")
    print(f"{len(items) - bad} of {len(items)} compile and link")
    # Without arguments the suite is meant, and that it is printed at all is part of it.
    few = len(sys.argv) == 2 and len(items) < LEAST
    if few:
        print(f"there were to be {LEAST}")
    sys.exit(1 if bad or few else 0)


if __name__ == "__main__":
    main()
