//! Loops that ask at their end whether they go on, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n    %a: f32 = load @in\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// A loop that is left if `%1` does not hold, and what is done in it.
fn counted(first: &str, question: &str, work: &str) -> String {
    format!(
        "    %r: f32 = loop {first}, %a (%i: i32, %s: f32) {{
{question}        if %1 {{
            merge
        }} else {{
            break %s
        }}
{work}        %2: f32 = sin %s
        continue
    }} continuing {{
        %3: i32 = iadd %i, 1i32
        next %3, %2
    }}
    store @out, %r
"
    )
}

const QUESTION: &str = "        %1: bool = slt %i, 8i32\n";

#[test]
fn loops_ask_at_their_end() {
    insta::assert_snapshot!(after(&["rotate_loops"], &counted("0i32", QUESTION, "")));
    insta::assert_snapshot!(after(
        &["rotate_loops", "combine", "eliminate_dead_code"],
        &counted("0i32", QUESTION, "")
    ));
}

#[test]
fn loops_that_ask_first_stay() {
    let stays = |body: &str| assert_eq!(after(&["rotate_loops"], body), after(&[], body));
    // There may be no iteration.
    stays(&format!("    %n: i32 = load @cond\n{}", counted("%n", QUESTION, "")));
    stays(&counted("9i32", QUESTION, ""));
    // What is asked is done, or used.
    stays(&counted("0i32", &format!("        store @out, %s\n{QUESTION}"), ""));
    stays(&counted("0i32", QUESTION, "        %4: f32 = btof %1\n        store @out, %4\n"));
    stays(&counted("0i32", QUESTION, "").replace("break %s", "%5: f32 = cos %s\n            break %5"));
    // Who goes on does something before, or takes something along.
    stays(
        &counted("0i32", QUESTION, "")
            .replace("            merge\n", "            store @out, %s\n            merge\n"),
    );
    let takes = counted("0i32", QUESTION, "        store @out, %z\n").replace("if %1 {", "%z: f32 = if %1 {");
    stays(&takes.replace("            merge\n", "            merge 1.0f32\n"));
    // What decides gives more.
    let two = "        %u: u32 = bitcast %i\n        (%lo: u32, %hi: u32) = uadd_carry %u, 1u32\n        %1: bool = ult %lo, 8u32\n";
    stays(&counted("0i32", two, ""));
    let given = "        %4: f32 = fadd %s, 1.0f32\n        %1: bool = flt %4, 8.0f32\n";
    stays(&counted("0i32", given, "").replace("break %s", "break %4"));
    // The author wants it unrolled by the count that stands there.
    stays(&counted("0i32", QUESTION, "").replace(" (%i: i32, %s: f32)", " unroll (%i: i32, %s: f32)"));
}
