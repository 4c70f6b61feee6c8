//! Modules in text form and the GLSL they become.

use vitrum_backend_glsl::{Options, emit};

fn printed(text: &str) -> String {
    let module = vitrum_ir::parse(text).unwrap_or_else(|error| panic!("{error}"));
    emit(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_shader_of_the_angle_document() {
    insta::assert_snapshot!(printed(include_str!("modules/angle_document.vir")));
}

#[test]
fn its_loop_is_found_again_after_promotion() {
    insta::assert_snapshot!(printed(include_str!("modules/angle_document_promoted.vir")));
}
