#!/usr/bin/env python3
"""Draws programs in headless Chromium from their sources and from what vitrum prints, and compares the pixels.

    cargo build -p vitrum-cli
    tests/browser/pictures.py target/debug/vitrum [PAGE.html]

Each fragment shader in tests/browser/pictures, with the vertex shader of its name if there is one, is drawn as it is
and as printed: in ESSL 1.00 and 3.00 as far as it goes there, as it is, optimised, minified, and both, and
as `vitrum translate` makes it. What is not optimised
must give the same bytes, the rest may differ by 1 in 255. PAGE shows all pictures side by side. Ends with 1 if one
differs, and if one that was made to differ, to be empty or not to compile is not found out.

Chromium is `chromium` unless the variable CHROMIUM names it.
"""

import html
import pathlib
import subprocess
import sys

import webgl

# What of 255 a component may differ by where the optimiser rearranges real numbers.
TOLERANCE = 1

# Arguments of vitrum, and whether the same bytes must come out.
FORMS = {
    "printed": ([], True),
    "optimised": (["-O"], False),
    "minified": (["--minify"], True),
    "optimised, minified": (["-O", "--minify"], False),
}

VERTEX = {
    1: "attribute vec2 position;\nvoid main() { gl_Position = vec4(position, 0.0, 1.0); }\n",
    2: "#version 300 es\nin vec2 position;\nvoid main() { gl_Position = vec4(position, 0.0, 1.0); }\n",
}

PAGE = """<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>
const items = %s, side = 96;
const contexts = {};
function context(version) {
    if (!contexts[version]) {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = side;
        const gl = canvas.getContext(version === 1 ? "webgl" : "webgl2", { preserveDrawingBuffer: true, antialias: false });
        if (!gl) throw new Error("no WebGL " + version);
        for (const name of gl.getSupportedExtensions()) gl.getExtension(name);
        // Two triangles that fill the square.
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1, -1, 1, 1, -1]), gl.STATIC_DRAW);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        const texels = new Uint8Array(32 * 32 * 4);
        for (let y = 0; y < 32; y++) for (let x = 0; x < 32; x++)
            texels.set([x * 8, (x >> 2 ^ y >> 2) & 1 ? 255 : 40, y * 8, 255], (y * 32 + x) * 4);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 32, 32, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
        contexts[version] = { gl, canvas };
    }
    return contexts[version];
}
function draw(item) {
    const { gl, canvas } = context(item.version);
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, item.vert], [gl.FRAGMENT_SHADER, item.frag]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return { error: gl.getShaderInfoLog(shader) || "compile" };
        gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "position");
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return { error: gl.getProgramInfoLog(program) || "link" };
    gl.useProgram(program);
    const at = name => gl.getUniformLocation(program, name);
    gl.uniform1f(at("time"), 0.75);
    gl.uniform2f(at("size"), side, side);
    gl.uniform3f(at("tint"), 0.2, 0.3, 0.6);
    gl.uniform1i(at("image"), 0);
    gl.uniform1fv(at("weights[0]"), [0.23, 0.19, 0.12, 0.05, 0.02]);
    gl.viewport(0, 0, side, side);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
    const pixels = new Uint8Array(side * side * 4);
    gl.readPixels(0, 0, side, side, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.deleteProgram(program);
    if (gl.getError()) return { error: "the browser could not draw" };
    return { pixels, image: canvas.toDataURL() };
}
let results;
try {
    const originals = {};
    results = items.map(item => {
        const found = draw(item);
        if (found.error) return { error: found.error };
        if (item.original) originals[item.program] = found.pixels;
        const first = originals[item.program];
        let worst = 0, differing = 0, colors = new Set();
        for (let i = 0; i < found.pixels.length; i++) {
            const difference = first ? Math.abs(found.pixels[i] - first[i]) : 255;
            worst = Math.max(worst, difference);
            differing += difference > 0;
            if (i %% 4 === 0) colors.add(found.pixels[i] << 16 | found.pixels[i + 1] << 8 | found.pixels[i + 2]);
        }
        return { worst, differing, colors: colors.size, image: found.image };
    });
} catch (error) { results = String(error); }
document.getElementById("out").textContent = "RESULTS" + JSON.stringify(results) + "END";
</script>"""


def printed(vitrum, path, version, arguments):
    """The text, and why it is not drawn, if it is not."""
    command = [vitrum, str(path), "--emit", "glsl", "--glsl-version", version, "-o", "-"]
    run = subprocess.run(command + ["--target-env", "opengl4.5"] + arguments, capture_output=True, text=True)
    if run.returncode == 0:
        return run.stdout, webgl.forbidden(vitrum, run.stdout, path.suffix[1:]) if version == "100es" else ""
    said = run.stderr.strip()
    if "cannot print GLSL: " not in said:
        sys.exit(f"{path}: {said}")
    return None, said.splitlines()[0].split("cannot print GLSL: ")[1]


def translated(vitrum, path, own, version):
    """The text that `vitrum translate` makes, and why there is none."""
    command = [vitrum, "translate", "--webgl", str(own), "--to", "essl" + version[:3], "-o", "-", str(path)]
    command += ["--extension", "OES_standard_derivatives", "--error-format", "short"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == 0:
        return run.stdout, webgl.forbidden(vitrum, run.stdout, path.suffix[1:]) if version == "100es" else ""
    return None, next(line for line in run.stderr.splitlines() if "error" in line)


def programs(vitrum, folder):
    """Every program in every form; what a version lacks is said."""
    items, lacking = [], []
    for frag in sorted(folder.glob("*.frag")):
        source = frag.read_text()
        own = 2 if source.startswith("#version 300 es") else 1
        vert = frag.with_suffix(".vert")
        texts = {"frag": source, "vert": vert.read_text() if vert.exists() else VERTEX[own]}
        items.append({"program": frag.stem, "form": "original", "original": True, "version": own, "exact": True, **texts})
        for name, version in webgl.VERSIONS.items():
            for form, (arguments, exact) in {**FORMS, "translated": (None, True)}.items():
                new, reason = {}, ""
                for stage, path in (("frag", frag), ("vert", vert)):
                    if path.exists() and not reason and arguments is None:
                        new[stage], reason = translated(vitrum, path, own, name)
                    elif path.exists() and not reason:
                        new[stage], reason = printed(vitrum, path, name, arguments)
                if reason:
                    lacking.append(f"{frag.stem} as {name}, {form}: {reason}")
                    continue
                item = {"program": frag.stem, "form": f"{name}, {form}", "original": False, "version": version}
                items.append({"exact": exact, "vert": VERTEX[version], **item, **new})
    return items, lacking


def controls(items):
    """Programs that are wrong on purpose, each with what must be said of it."""
    first = next(item for item in items if item["original"] and item["program"] == "mandelbrot")
    version, text = first["frag"].split("\n", 1)
    text = text[: text.rindex("}")]
    pixel = "if (gl_FragCoord.x + gl_FragCoord.y < 1.5) gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0);\n}\n"
    wrong = {
        "a wrong colour": ("components differ", text + "gl_FragColor.r *= 0.9;\n}\n"),
        "a wrong pixel": ("components differ", text + pixel),
        "nothing drawn": ("components differ", text + "discard;\n}\n"),
        "a fault of syntax": ("syntax error", text),
        "what does not link": ("absent", "varying lowp float absent;\n" + text + "gl_FragColor.r += absent;\n}\n"),
    }
    return [
        {**first, "original": False, "form": form, "expect": expect, "frag": f"{version}\n{text}"}
        for form, (expect, text) in wrong.items()
    ]


def fault(item, result):
    """What is wrong with a picture; nothing if it is right."""
    if "error" in result:
        return result["error"].strip()
    if item["original"] and result["colors"] < 4:
        return f"the original has only {result['colors']} colours"
    allowed = 0 if item["exact"] else TOLERANCE
    if result["worst"] > allowed:
        return f"{result['differing']} components differ, by up to {result['worst']}"
    return ""


def page(items, results):
    """All pictures, a row a program."""
    rows = {}
    for item, result in zip(items, results):
        said = fault(item, result) or ("" if item["original"] else f"at most {result['worst']}")
        image = f'<img src="{result["image"]}">' if "image" in result else "none"
        cell = f"<td>{image}<br>{html.escape(item['form'])}<br>{html.escape(said)}</td>"
        rows.setdefault(item["program"], []).append(cell)
    body = "".join(f"<tr><th>{html.escape(name)}</th>{''.join(cells)}</tr>" for name, cells in rows.items())
    style = "body{font:12px sans-serif} td{vertical-align:top;padding:4px} img{image-rendering:pixelated}"
    return f"<!doctype html><meta charset='utf-8'><title>Pictures</title><style>{style}</style><table>{body}</table>\n"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(__file__).resolve().parent / "pictures"
    items, lacking = programs(sys.argv[1], folder)
    wrong = controls(items)
    results = webgl.browse(items + wrong, PAGE)
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(page(items + wrong, results))
    bad = 0
    for item, result in zip(items, results):
        said = fault(item, result)
        if said:
            bad += 1
            print(f"{item['program']}, {item['form']}: {said}")
    for item, result in zip(wrong, results[len(items) :]):
        if item["expect"] not in fault(item, result):
            bad += 1
            print(f"not found out: {item['form']}")
    for line in lacking:
        print(f"not printed: {line}")
    originals = sum(item["original"] for item in items)
    print(f"{originals} programs, {len(items) - originals} printed forms, {bad} faults")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
