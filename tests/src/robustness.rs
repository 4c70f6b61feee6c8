//! Unreasonable input: deep nesting of everything that nests, and macros that multiply. Each must end, soon and
//! on a stack of the usual size, in a diagnostic of the limit that it broke; never in a panic or an overflow.

use std::time::Duration;

use libtest_mimic::Trial;
use vitrum::{Options, Stage};
use vitrum_runner::Watch;

use crate::{caught, panic_text};

/// Nesting depth of the shaders.
const DEPTH: usize = 100_000;

/// The stack that a thread of a usual program has.
const STACK: usize = 8 << 20;

/// The longest that a shader may keep its thread running, in an unoptimised build.
const PATIENCE: Duration = Duration::from_secs(20);

/// Expected end of a test's compilation.
#[derive(Clone, Copy)]
enum End {
    /// With an error.
    Rejected,
    /// Either way, as long as it ends: what is long but not deep may be fine.
    Any,
}

/// A test: its name, what it compiles, how that ends.
type Case = (&'static str, fn() -> String, End);

const CASES: &[Case] = &[
    (
        "parentheses",
        || body(&format!("float x = {}1.0{};", "(".repeat(DEPTH), ")".repeat(DEPTH))),
        End::Rejected,
    ),
    ("open_parentheses", || body(&format!("float x = {}", "(".repeat(DEPTH))), End::Rejected),
    ("unary_minuses", || body(&format!("float x = {}1.0;", "- ".repeat(DEPTH))), End::Rejected),
    ("unary_nots", || body(&format!("bool x = {}true;", "!".repeat(DEPTH))), End::Rejected),
    ("braces", || body(&format!("{}{}", "{".repeat(DEPTH), "}".repeat(DEPTH))), End::Rejected),
    ("open_braces", || body(&"{".repeat(DEPTH)), End::Rejected),
    (
        "else_ifs",
        || body(&format!("if (gl_FragCoord.x < 0.0) ;{}", " else if (true) ;".repeat(DEPTH))),
        End::Rejected,
    ),
    ("nested_ifs", || body(&format!("{};", "if (true) ".repeat(DEPTH))), End::Rejected),
    ("nested_loops", || body(&format!("{};", "while (true) ".repeat(DEPTH))), End::Rejected),
    ("nested_for_loops", || body(&format!("{};", "for (;;) ".repeat(DEPTH))), End::Rejected),
    ("nested_do_loops", || body(&format!("{};", "do ".repeat(DEPTH))), End::Rejected),
    ("nested_switches", || body(&"switch (1) { case 1: ".repeat(DEPTH)), End::Rejected),
    ("ternaries", || body(&format!("int x = {}0;", "true ? 1 : ".repeat(DEPTH))), End::Rejected),
    (
        "ternaries_in_the_middle",
        || body(&format!("int x = {}0{};", "true ? ".repeat(DEPTH), " : 1".repeat(DEPTH))),
        End::Rejected,
    ),
    ("assignments", || body(&format!("int x; {}0;", "x = ".repeat(DEPTH))), End::Any),
    (
        "indices",
        || body(&format!("int x[2]; int y = {}0{};", "x[".repeat(DEPTH), "]".repeat(DEPTH))),
        End::Rejected,
    ),
    (
        "calls",
        || body(&format!("float x = {}1.0{};", "abs(".repeat(DEPTH), ")".repeat(DEPTH))),
        End::Rejected,
    ),
    (
        "constructors",
        || body(&format!("float x = {}1.0{};", "float(".repeat(DEPTH), ")".repeat(DEPTH))),
        End::Rejected,
    ),
    ("initialiser_lists", || body(&format!("float x[1] = {}", "{".repeat(DEPTH))), End::Rejected),
    (
        "logical_ands",
        || body(&format!("bool x = true{};", " && gl_FragCoord.x < 1.0".repeat(DEPTH / 10))),
        End::Any,
    ),
    (
        "long_sum",
        || body(&format!("float x = gl_FragCoord.x{};", " + gl_FragCoord.y".repeat(DEPTH / 10))),
        End::Any,
    ),
    (
        "rising_precedence",
        || body(&format!("bool x = {}true;", "true || true && 1 | 2 ^ 3 & 4 == 4 < ".repeat(DEPTH / 100))),
        End::Any,
    ),
    ("long_swizzle", || body(&format!("vec4 x; x{};", ".xyzw".repeat(DEPTH))), End::Any),
    ("array_dimensions", || body(&format!("int x{};", "[1]".repeat(DEPTH))), End::Rejected),
    ("nested_structs", || nested_structs(2_000), End::Any),
    ("huge_array", || body("float x[2000000000]; x[1] = 1.0;"), End::Any),
    (
        "huge_array_of_arrays",
        || body("const float x[60000][60000][60000] = float[60000][60000][60000](0.0);"),
        End::Rejected,
    ),
    ("huge_constructor", || body("const int x[1000000] = int[](0);"), End::Rejected),
    ("macro_bomb", macro_bomb, End::Rejected),
    ("function_macro_bomb", function_macro_bomb, End::Rejected),
    ("argument_macro_bomb", argument_macro_bomb, End::Rejected),
    (
        "nested_macro_calls",
        || {
            let calls = format!("{}1.0{}", "F(".repeat(DEPTH), ")".repeat(DEPTH));
            format!("#version 450\n#define F(x) (x)\nvoid main() {{ float x = {calls}; }}\n")
        },
        End::Rejected,
    ),
    (
        "nested_conditionals",
        || format!("#version 450\n{}void main() {{}}\n", "#if 1\n".repeat(DEPTH)),
        End::Rejected,
    ),
    (
        "parentheses_in_a_directive",
        || {
            format!(
                "#version 450\n#if {}1{}\n#endif\nvoid main() {{}}\n",
                "(".repeat(DEPTH),
                ")".repeat(DEPTH)
            )
        },
        End::Any,
    ),
    (
        "nots_in_a_directive",
        || format!("#version 450\n#if {}1\n#endif\nvoid main() {{}}\n", "!".repeat(DEPTH)),
        End::Any,
    ),
    ("many_errors", || body(&"undeclared = 1; ".repeat(DEPTH / 4)), End::Rejected),
    (
        "endless_recursion",
        || "#version 450\nvoid f();\nvoid g() { f(); }\nvoid f() { g(); }\nvoid main() { f(); }\n".to_owned(),
        End::Rejected,
    ),
    ("nothing", String::new, End::Rejected),
    ("zeros", || "\0".repeat(1000), End::Rejected),
    ("unpaired_comment", || "#version 450\n/* ".to_owned(), End::Rejected),
    ("only_hashes", || "#".repeat(DEPTH), End::Rejected),
    ("line_continuations", || format!("#version 450\n{}void main() {{}}\n", "\\\n".repeat(DEPTH)), End::Any),
];

/// One test per case.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |&(name, source, end): &Case| {
        Trial::test(format!("robustness/{name}"), move || caught(|| on_usual_stack(source, end)))
    };
    CASES.iter().map(trial).collect()
}

fn on_usual_stack(source: fn() -> String, end: End) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || check(&source(), end));
    let thread = thread.map_err(|error| format!("no thread: {error}"))?;
    thread.join().map_err(|panic| format!("panicked: {}", panic_text(panic.as_ref())))?
}

fn check(source: &str, end: End) -> Result<(), String> {
    let watch = Watch::start();
    let outcome =
        vitrum::compile(source, &Options::new(Stage::Fragment).opt_level(vitrum::OptLevel::Default));
    if let Ok(compilation) = &outcome {
        // A back end may refuse it, as long as it returns.
        let _ = (compilation.spirv(), compilation.glsl(), compilation.ir());
    }
    let took = watch.elapsed();
    if took > PATIENCE {
        return Err(format!("took {took:?}"));
    }
    match (end, outcome) {
        (End::Rejected, Ok(_)) => Err("is accepted, but breaks a limit".to_owned()),
        (End::Rejected | End::Any, Err(failure)) => {
            if failure.diagnosed.has_errors() {
                Ok(())
            } else {
                Err(format!("fails without an error: {failure}"))
            }
        }
        (End::Any, Ok(_)) => Ok(()),
    }
}

fn body(statements: &str) -> String {
    format!("#version 450\nvoid main() {{ {statements} }}\n")
}

/// Structs, each with a member of the type of the one before.
fn nested_structs(count: usize) -> String {
    let mut text = "#version 450\nstruct S0 { float x; };\n".to_owned();
    for index in 1..count {
        text += &format!("struct S{index} {{ S{} inner; }};\n", index - 1);
    }
    text + &format!("void main() {{ S{} s; }}\n", count - 1)
}

/// Each macro is ten times the one before.
fn macro_bomb() -> String {
    let mut text = "#version 450\n#define M0 1.0 +\n".to_owned();
    for index in 1..30 {
        text += &format!("#define M{index} {}\n", format!("M{} ", index - 1).repeat(10));
    }
    text + "void main() { float x = M29 1.0; }\n"
}

/// Each macro passes its argument on ten times.
fn function_macro_bomb() -> String {
    let mut text = "#version 450\n#define M0(x) x +\n".to_owned();
    for index in 1..30 {
        text += &format!("#define M{index}(x) {}\n", format!("M{}(x) ", index - 1).repeat(10));
    }
    text + "void main() { float x = M29(1.0) 1.0; }\n"
}

/// A macro that doubles its argument, applied to itself.
fn argument_macro_bomb() -> String {
    let depth = 60;
    let calls = format!("{}1.0{}", "D(".repeat(depth), ")".repeat(depth));
    format!("#version 450\n#define D(x) x + x\nvoid main() {{ float x = {calls}; }}\n")
}
