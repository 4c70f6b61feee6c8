#!/usr/bin/env python3
"""Points and clicks at pages of `vitrum explore` in headless Chromium.

    cargo build -p vitrum-cli
    tests/browser/pages.py target/debug/vitrum [--pictures FOLDER] [NAME]

Each test makes a page from shaders of its own and looks at what it shows. NAME runs the tests whose name contains it; FOLDER gets
a picture of the page of each test at its end, in the light and in the dark. Ends with 1 if a test fails, or if a page complains:
an exception, an error on the console, or a request of any kind.

Chromium is `chromium` unless the variable CHROMIUM names it.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import devtools

SHADER = """#version 450
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
layout(binding = 1) uniform Light { vec3 way; float power; } light;

float lit(vec3 way) {
    return max(dot(normal, way), 0.0);
}

void main() {
    float unused = 1.0;
    float sum = lit(light.way) * light.power;
    for (int i = 0; i < 4; i++) {
        sum += sin(sum * 0.25);
    }
    color = vec4(sum, cos(sum), 0.5 * 2.0, 1.0);
}
"""

VERTEX = """#version 450
layout(location = 0) in vec4 place;
void main() {
    gl_Position = place.yxzw;
}
"""


class Test:
    """A page of some files, made by the arguments, and questions to it."""

    def __init__(self, vitrum, browser, folder):
        self.vitrum, self.browser, self.folder = vitrum, browser, folder
        self.page, self.complaints = None, []

    def complain(self):
        """Keeps what the page complains about."""
        if self.page:
            self.complaints += self.page.complaints()
            self.page.close()
            self.page = None

    def make(self, files, *arguments, status=0, width=1280, height=800):
        """Opens the page of files, given by name and text; those whose name ends with `.h` are for inclusion."""
        for name, text in files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        names = [name for name in files if not name.endswith(".h")]
        command = [self.vitrum, "explore", *arguments, *names, "-o", "page.html"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        equal(run.returncode, status, run.stderr)
        self.said = run.stderr
        self.complain()
        self.page = self.browser.open((self.folder / "page.html").as_uri(), width, height)
        return self.page

    def token(self, text, number=0, line=None):
        """The expression for a token of the source."""
        row = "" if line is None else f" && Number(it.closest('.row').dataset.row) === {line - 1}"
        return f"([...document.querySelectorAll('#source i[data-o]')].filter(it => it.textContent === {json.dumps(text)}{row})[{number}])"

    def row(self, pane, text):
        """The expression for the first row of a pane with a text."""
        return f"([...document.querySelectorAll('#{pane} .row')].find(it => it.querySelector('.tx').textContent.includes({json.dumps(text)})))"

    def step(self, name, number=0):
        """The expression for a pass of the list."""
        return f"([...document.querySelectorAll('#steps .step')].filter(it => it.firstChild.textContent === {json.dumps(name)})[{number}])"

    def lit(self, pane, kind="near"):
        """The texts of the rows that are lit."""
        return self.page.value(f"[...document.querySelectorAll('#{pane} .row.{kind} .tx')].map(it => it.textContent.trim())")

    def lit_source(self):
        return self.page.value("[...document.querySelectorAll('#source i.near')].map(it => it.textContent).join('')")

    def rows(self, pane, kind=""):
        return self.page.value(f"[...document.querySelectorAll('#{pane} .row{kind} .tx')].map(it => it.textContent.trim())")


def equal(found, expected, more=""):
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r} {more}")


def holds(condition, *more):
    if not condition:
        raise AssertionError(" ".join(map(repr, more)))


def only(lines, *parts):
    """Each line has one of the parts, and each part is in a line."""
    holds(lines, "nothing is lit", parts)
    for line in lines:
        holds(any(part in line for part in parts), line, parts)
    for part in parts:
        holds(any(part in line for line in lines), part, lines)


def a_token_lights_what_comes_from_it(test):
    page = test.make({"a.frag": SHADER})
    page.hover(test.token("cos"))
    only(test.lit("ir"), "= cos ")
    only(test.lit("output"), "OpExtInst", " Cos ")
    equal(test.lit_source(), "cos")
    page.click("[data-output=glsl]")
    page.hover(test.token("cos"))
    only(test.lit("output"), ", cos(sum")
    page.leave()
    equal(test.lit("ir") + test.lit("output"), [])


def a_variable_lights_its_value_behind_the_optimiser(test):
    page = test.make({"a.frag": SHADER})
    page.click(test.step("front end"))
    page.hover(test.token("sum", 0, line=12))
    holds(any("%sum: ptr<function, f32> = var" in line for line in test.lit("ir") + test.lit("ir", "around")), test.lit("ir"))
    page.hover(test.token("normal", 0, line=2))
    only(test.lit("ir"), "global @normal")
    only(test.lit("output"), "%normal = OpVariable", "OpName %normal", "OpDecorate %normal Location 0")


def a_line_number_lights_the_line(test):
    page = test.make({"a.frag": SHADER})
    page.hover("#source [data-row='6'] .no")
    only(test.lit("ir"), "= load @normal", "= dot", "= fmax")


def outputs_light_the_source(test):
    page = test.make({"a.frag": SHADER})
    page.hover(test.row("output", " Sin "))
    equal(test.lit_source(), "sin(sum * 0.25)")
    only(test.lit("ir"), "= sin ")
    page.hover(test.row("ir", "= dot "))
    equal(test.lit_source(), "dot(normal, way)")
    only(test.lit("output"), "OpDot")
    page.click("[data-output=glsl]")
    page.hover(test.row("output", "uniform Light"))
    holds("Light" in test.lit_source() or "light" in test.lit_source(), test.lit_source())


def a_click_keeps_the_place_and_scrolls(test):
    page = test.make({"a.frag": SHADER})
    page.click(test.row("output", "OpStore %color"))
    page.leave()
    equal(test.lit_source(), "color = vec4(sum, cos(sum), 0.5 * 2.0, 1.0)")
    inside = "(() => { const [a, b] = [document.querySelector('#ir .row.near'), document.querySelector('#ir .body')].map(it => it.getBoundingClientRect()); return a.top >= b.top && a.bottom <= b.bottom; })()"
    holds(page.value(inside), "the row of the IR is out of sight")
    page.hover(test.token("cos"))
    only(test.lit("ir"), "store @color")
    page.key("Escape")
    page.leave()
    equal(test.lit("ir"), [])


def a_pass_shows_its_ir_and_its_difference(test):
    page = test.make({"a.frag": SHADER})
    page.click(test.step("front end"))
    holds(any("call &lit" in line for line in test.rows("ir")))
    page.click(test.step("inline_functions"))
    holds(not any("call &lit" in line for line in test.rows("ir")))
    holds(test.rows("ir", ".new"), "no line is new")
    page.click("#diff")
    only([line for line in test.rows("ir", ".gone") if "call" in line], "call &lit")
    holds(any("dot" in line for line in test.rows("ir", ".added")), test.rows("ir", ".added"))
    page.click(test.step("promote_variables"))
    holds(any("= var" in line for line in test.rows("ir", ".gone")))
    equal([line for line in test.rows("ir", ".gone") if "call" in line], [])
    # A difference is linked, too.
    page.hover(test.row("ir", "%sum: ptr<function, f32> = var"))
    holds("sum" in test.lit_source(), test.lit_source())


def any_two_steps_are_compared(test):
    page = test.make({"a.frag": SHADER})
    # The last step: "result" is a step only where it differs from the last pass.
    page.click("#steps .step:nth-last-child(1 of .step)")
    page.click("#diff")
    page.value("(() => { const it = document.getElementById('other'); it.value = '0'; it.dispatchEvent(new Event('change')); })()")
    holds(any("call &lit" in line for line in test.rows("ir", ".gone")), test.rows("ir", ".gone"))
    folds = page.value("document.querySelectorAll('#ir .fold').length")
    if folds:
        before = len(test.rows("ir"))
        page.click("#ir .fold")
        holds(len(test.rows("ir")) > before, "a fold does not open")
    page.value("(() => { const it = document.getElementById('other'); it.value = String(document.querySelector('#steps [aria-selected=true]').dataset.step); it.dispatchEvent(new Event('change')); })()")
    holds("No line differs" in page.value("document.querySelector('#ir .body').textContent"))


def unchanged_passes_are_grey_and_keys_move(test):
    page = test.make({"a.frag": SHADER})
    for name, is_idle in [("localize_globals", True), ("inline_functions", False), ("promote_variables", False)]:
        equal(page.value(f"{test.step(name)}.classList.contains('idle')"), is_idle, name)
    page.click(test.step("front end"))
    title = "document.getElementById('step').textContent"
    page.key("ArrowDown")
    first = page.value(title)
    page.key("ArrowRight")
    page.key("ArrowUp")
    equal(page.value(title), first)
    page.click("#only")
    page.key("ArrowLeft")
    equal(page.value(title), "front end")
    page.key("ArrowDown")
    equal(page.value(title), "inline_functions")
    page.key("d")
    equal(page.value("document.getElementById('diff').getAttribute('aria-pressed')"), "true")


def messages_open_in_the_margin(test):
    page = test.make({"a.frag": SHADER})
    mark = "#source [data-row='10'] .mark.warning"
    page.hover(mark)
    holds("`unused`" in page.value("document.getElementById('popup').textContent"))
    equal(page.value("document.getElementById('popup').hidden"), False)
    page.leave()
    equal(page.value("document.getElementById('popup').hidden"), True)
    page.click(mark)
    holds("unused-variable" in page.value("document.querySelector('#source .note.of-warning').textContent"))
    page.click(mark)
    equal(page.value("document.querySelectorAll('#source .note').length"), 0)
    remarks = page.value("document.querySelectorAll('#source .mark.remark, #source .mark.missed').length")
    holds(remarks > 0, "no remark is in the margin")


def a_broken_shader_has_a_page(test):
    broken = SHADER.replace("color = vec4", "colour = vec4")
    page = test.make({"a.frag": broken}, status=1)
    holds("E0300" in test.said, test.said)
    note = page.value("document.querySelector('#source .note.of-error').textContent")
    holds("`colour` is not declared" in note and "did you mean `color`" in note, note)
    equal(page.value("document.querySelector('#source .note').previousElementSibling.dataset.row"), "15")
    holds("has errors" in page.value("document.querySelector('#ir .body').textContent"))
    for key in "gtsd":
        page.key(key)
    page.key("ArrowDown")


def several_shaders_are_on_a_page(test):
    page = test.make({"a.vert": VERTEX, "b.frag": SHADER, "c.frag": "#version 450\nvoid main() { x = 1; }\n"}, status=1)
    holds(any("gl_Position" in line for line in test.rows("source")))
    page.click("#shaders button:nth-child(2)")
    holds(any("light.power" in line for line in test.rows("source")))
    page.hover(test.token("dot"))
    only(test.lit("ir"), "= dot ")
    page.key("1")
    holds(any("gl_Position" in line for line in test.rows("source")))
    page.hover(test.token("yxzw"))
    only(test.lit("ir"), "swizzle.yxzw") if test.lit("ir") and "swizzle" in test.lit("ir")[0] else holds(test.lit("ir"), "nothing is lit")
    page.key("3")
    holds("has errors" in page.value("document.querySelector('#output .body').textContent"))


def stages_of_a_program_show_steps_across(test):
    vertex = VERTEX.replace("void main() {", "out vec4 tint;\nout vec4 unread;\nvoid main() {\n    tint = vec4(0.25);\n    unread = place;")
    fragment = SHADER.replace("void main() {", "in vec4 tint;\nvoid main() {", 1).replace("0.5 * 2.0, 1.0)", "tint.x, 1.0)").replace("layout(location = 0) in vec3 normal", "const vec3 normal = vec3(1.0)")
    page = test.make({"a.vert": vertex, "b.frag": fragment}, "--link")
    page.click(test.step("optimize_stages"))
    page.click("#diff")
    only([line for line in test.rows("ir", ".gone") if " output" in line], "@tint", "@unread")
    page.hover(test.token("yxzw"))
    only(test.lit("output"), "OpVectorShuffle")
    page.click("#shaders button:nth-child(2)")
    page.click("#text")
    page.hover(test.token("cos"))
    only(test.lit("ir"), "= cos ")
    equal(test.lit_source(), "cos")
    page.click("[data-output=glsl]")
    holds(not any(line.startswith("in ") for line in test.rows("output")), test.rows("output"))
    holds("linked" in page.value("document.getElementById('summary').textContent"))


def any_text_does_no_harm(test):
    first = "// </script><!-- <script> \"q\" & <b>b</b> é 𝄞 \u2028 \\u0041 {data} {script}\n"
    source = SHADER.replace("#version 450\n", "#version 450\n" + first + "/* 𝄞𝄞 */ ").replace("= 0.5 * 2.0", "= 1.0")
    page = test.make({"a.frag": source})
    equal(test.rows("source")[1], first.strip("\n"))
    page.hover(test.token("cos"))
    only(test.lit("ir"), "= cos ")
    equal(test.lit_source(), "cos")
    page.hover(test.token("normal", 0))
    only(test.lit("ir"), "global @normal")


def included_files_are_tabs(test):
    files = {"a.frag": SHADER.replace("float lit(vec3 way) {\n    return max(dot(normal, way), 0.0);\n}", '#include "lit.h"')}
    files["lit.h"] = "float lit(vec3 way) {\n    return max(dot(normal, way), 0.0);\n}\n"
    page = test.make(files)
    equal(page.value("[...document.querySelectorAll('#files button')].map(it => it.textContent)"), ["a.frag", "lit.h"])
    page.click(test.row("ir", "= dot "))
    equal(page.value("document.querySelector('#files [aria-selected=true]').textContent"), "lit.h")
    equal(test.lit_source(), "dot(normal, way)")
    page.key("Escape")
    page.hover(test.token("max"))
    only(test.lit("ir"), "= fmax ")


def statistics_count(test):
    page = test.make({"a.frag": SHADER})
    page.click("[data-output=statistics]")
    cells = "Object.fromEntries([...document.querySelectorAll('#output tbody tr')].map(it => [it.cells[0].textContent, [it.cells[2].textContent, it.cells[3].textContent]]))"
    counts = page.value(cells)
    equal(counts["cos"], ["1", "1"])
    equal(counts["call"], ["0", "1"])
    text = page.value("document.querySelector('#output .cards').textContent")
    for part in ("instructions", "words of SPIR-V", "bytes of GLSL", "loops", "live"):
        holds(part in text, part)
    page.click("#output svg circle")
    equal(page.value("document.getElementById('step').textContent"), "front end")
    equal(page.value(cells)["call"], ["1", "1"])


def options_are_those_of_compiling(test):
    page = test.make({"a.frag": SHADER}, "--passes", "promote_variables", "--target-env", "opengl4.5", "--glsl-version", "330")
    names = page.value("[...document.querySelectorAll('#steps .step')].map(it => it.firstChild.textContent)")
    holds("promote_variables" in names and "inline_functions" not in names, names)
    holds("opengl4.5" in page.value("document.getElementById('summary').textContent"))
    page.key("g")
    equal(test.rows("output")[0], "#version 330")
    # What an output lacks is said in its pane.
    double = "#version 450\nlayout(location = 0) out float o;\nvoid main() { o = float(1.0lf / gl_FragCoord.x); }\n"
    page = test.make({"a.frag": double}, "--glsl-version", "300es")
    page.key("g")
    holds("cannot print GLSL" in page.value("document.querySelector('#output .body').textContent"))


def modules_have_pages(test):
    (test.folder / "m.frag").write_text(SHADER)
    subprocess.run([test.vitrum, "-g", "m.frag", "-o", "m.vir"], cwd=test.folder, check=True)
    page = test.make({"m.vir": (test.folder / "m.vir").read_text()})
    page.hover(test.row("ir", "= cos "))
    equal(test.lit_source(), "cos(sum)")
    subprocess.run([test.vitrum, "m.frag", "--emit", "ir", "-o", "n.vir"], cwd=test.folder, check=True)
    page = test.make({"n.vir": (test.folder / "n.vir").read_text()})
    holds(any("= cos " in line for line in test.rows("ir")))


def a_long_shader_opens_at_once(test):
    lines = ["#version 450", "layout(location = 0) in vec4 a;", "layout(location = 0) out vec4 color;"]
    for number in range(60):
        lines += [f"vec4 f{number}(vec4 x, int n) {{", "    vec4 sum = vec4(0.0);"]
        lines += [f"    sum += sin(x * {at}.5) * a.{'xyzw'[at % 4]};" for at in range(10)]
        lines += ["    for (int i = 0; i < n; i++) {", "        sum = sum * 0.5 + float(i);", "    }", "    return sum;", "}"]
    lines += ["void main() {", "    color = " + " + ".join(f"f{number}(a, {number})" for number in range(60)) + ";", "}"]
    holds(len(lines) > 1000)
    page = test.make({"a.frag": "\n".join(lines) + "\n"})
    size = (test.folder / "page.html").stat().st_size
    holds(size < 3_000_000, size)
    # The limit is generous: other programs may run beside.
    opened = page.value("performance.getEntriesByType('navigation')[0].loadEventEnd")
    holds(opened < 8000, opened)


TESTS = [
    a_token_lights_what_comes_from_it,
    a_variable_lights_its_value_behind_the_optimiser,
    a_line_number_lights_the_line,
    outputs_light_the_source,
    a_click_keeps_the_place_and_scrolls,
    a_pass_shows_its_ir_and_its_difference,
    any_two_steps_are_compared,
    unchanged_passes_are_grey_and_keys_move,
    messages_open_in_the_margin,
    a_broken_shader_has_a_page,
    several_shaders_are_on_a_page,
    stages_of_a_program_show_steps_across,
    any_text_does_no_harm,
    included_files_are_tabs,
    statistics_count,
    options_are_those_of_compiling,
    modules_have_pages,
    a_long_shader_opens_at_once,
]


def run(check, vitrum, browser, pictures):
    """What went wrong in a test."""
    with tempfile.TemporaryDirectory() as folder:
        test = Test(vitrum, browser, pathlib.Path(folder))
        try:
            check(test)
        except (AssertionError, RuntimeError) as error:
            return [str(error)]
        finally:
            if pictures and test.page:
                test.page.picture(pathlib.Path(pictures, f"{check.__name__}-{browser.scheme}.png"))
            test.complain()
        return test.complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vitrum")
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    vitrum = str(pathlib.Path(arguments.vitrum).resolve())
    if arguments.pictures:
        pathlib.Path(arguments.pictures).mkdir(parents=True, exist_ok=True)
    bad, tests = 0, [test for test in TESTS if arguments.name in test.__name__]
    for scheme in ("light", "dark") if arguments.pictures else ("light",):
        with devtools.Browser(scheme) as browser:
            for check in tests:
                faults = run(check, vitrum, browser, arguments.pictures)
                bad += bool(faults)
                print(f"{'FAILED' if faults else 'ok'}  {check.__name__}", flush=True)
                for fault in faults:
                    print(f"    {fault}")
    print(f"{len(tests)} tests of pages, {bad} failed")
    sys.exit(1 if bad or not tests else 0)


if __name__ == "__main__":
    main()
