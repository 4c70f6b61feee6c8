//! Operations that move in front of loops, on IR text.

mod common;

use common::printed_after;

const DECLARATIONS: &str = "stage fragment\nentry &main\nstruct #U {\n    k: f32\n    list: array<f32, 4>\n}\n\
    global @in: f32 input location(0)\nglobal @count: i32 input location(1) flat\n\
    global @un: #U uniform block(std140) set(0) binding(0)\nglobal @own: f32 private\n\
    global @out: f32 output location(0)\n\nfn &main() -> void {\n    %x: f32 = load @in\n    %n: i32 = load @count\n";

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let printed = printed_after(passes, &format!("{DECLARATIONS}{body}    return\n}}\n"));
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// A loop around some work.
fn around(work: &str) -> String {
    format!(
        "    loop 0i32 (%i: i32) {{\n        %go: bool = slt %i, %n\n        if %go {{\n            merge\n        }} else {{\n            \
         break\n        }}\n{work}        continue\n    }} continuing {{\n        %next: i32 = iadd %i, 1i32\n        \
         next %next\n    }}\n"
    )
}

/// Checks that some work in a loop stays where it is.
#[track_caller]
fn stays(work: &str) {
    let body = around(work);
    assert_eq!(after(&["hoist_code"], &body), after(&[], &body));
}

#[test]
fn what_is_the_same_goes_in_front() {
    insta::assert_snapshot!(after(
        &["hoist_code"],
        &around(
            "        %p: ptr<uniform, f32> = access @un, 0i32
        %k: f32 = load %p
        %1: f32 = pow %x, %k
        %2: f32 = stof %i
        %3: f32 = fmul %1, %2
        store @out, %3
"
        )
    ));
}

#[test]
fn it_goes_as_far_out_as_it_can() {
    insta::assert_snapshot!(after(
        &["hoist_code"],
        &around(
            "        %f: f32 = stof %i
        loop {
            %1: f32 = sin %x
            %2: f32 = cos %f
            %3: f32 = fmul %1, %2
            store @out, %3
            %4: bool = flt %3, %x
            if %4 {
                %5: f32 = exp %x
                store @out, %5
                break
            } else {
                merge
            }
            continue
        }
"
        )
    ));
}

#[test]
fn two_loops_in_one_block_get_what_is_theirs() {
    let body = format!(
        "{}{}",
        around("        %1: f32 = sin %x\n        store @out, %1\n"),
        around("        %2: f32 = cos %x\n        store @out, %2\n")
            .replace("%go", "%on")
            .replace("%i", "%j")
            .replace("%next", "%then")
    );
    let printed = after(&["hoist_code"], &body);
    let order = ["sin", "loop", "cos", "loop"].iter().scan(0, |from, what| {
        let at = printed[*from..].find(what)?;
        *from += at + 1;
        Some(())
    });
    assert_eq!(order.count(), 4, "{printed}");
}

#[test]
fn what_stays() {
    // It changes.
    stays("        %1: f32 = stof %i\n        %2: f32 = sin %1\n        store @out, %2\n");
    // It may not be defined, and the loop may not run.
    stays("        %1: i32 = sdiv 7i32, %n\n        %2: f32 = stof %1\n        store @out, %2\n");
    // The index may be out of bounds.
    stays(
        "        %p: ptr<uniform, f32> = access @un, 1i32, %n\n        %1: f32 = load %p\n        store @out, %1\n",
    );
    // Neighbours take part.
    stays("        %1: f32 = dfdx %x\n        store @out, %1\n");
    // The loop writes it.
    stays("        %1: f32 = load @own\n        store @out, %1\n        store @own, %x\n");
    // It costs nothing.
    stays("        %1: f32 = fneg %x\n        store @out, %1\n");
}

#[test]
fn two_loops_in_one_block_each_get_theirs() {
    let work = |name: &str| around(&format!("        %{name}: f32 = sin %x\n        store @out, %{name}\n"));
    let second = work("b").replace("%go", "%on").replace("%i", "%j").replace("%next", "%then");
    let text = after(&["hoist_code"], &format!("{}{second}", work("a")));
    assert_eq!(text.matches("= sin %x").count(), 2, "{text}");
    assert!(text.contains("store @out, %a") && text.contains("store @out, %b"), "{text}");
}
