//! That runs are compared where they are defined, and only there.

use vitrum_interp::{first_difference, first_other_word, run_arbitrary};

fn run(expression: &str) -> (vitrum_interp::Outcome, vitrum_interp::Environment) {
    let text = format!(
        "vir 1\nstage vertex\nentry &main\nglobal @i: i32 input location(0)\nglobal @o: i32 output location(0)\n
         fn &main() -> void {{\n    %i: i32 = load @i\n    %r: i32 = {expression}\n    store @o, %r\n    return\n}}\n"
    );
    let module = vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    run_arbitrary(&module, 1).unwrap()
}

#[test]
fn equal_modules_agree() {
    assert_eq!(first_difference(&run("iadd %i, %i"), &run("shl %i, 1i32")), None);
}

#[test]
fn another_result_is_a_difference() {
    let difference = first_difference(&run("iadd %i, 1i32"), &run("iadd %i, 2i32")).unwrap();
    assert!(difference.starts_with("lane 0: `o` is "), "{difference}");
}

#[test]
fn undefined_values_may_become_anything() {
    assert_eq!(first_difference(&run("sdiv %i, 0i32"), &run("iadd %i, 1i32")), None);
}

#[test]
fn defined_values_may_not_become_undefined() {
    assert!(first_difference(&run("iadd %i, 1i32"), &run("sdiv %i, 0i32")).is_some());
}

#[test]
fn zeros_in_memory_are_alike() {
    let bytes = |words: [f32; 2]| words.map(f32::to_le_bytes).concat();
    assert_eq!(first_other_word(&bytes([1.0, -0.0]), &bytes([1.0, 0.0])), None);
    assert_eq!(first_other_word(&bytes([1.0, 2.0]), &bytes([1.0, -2.0])), Some(4));
    assert_eq!(first_other_word(&bytes([1.0, 2.0]), &bytes([1.0, 2.0])[..6]), Some(4));
}
