//! `include/vitrum.h` is what cbindgen makes of the functions. `UPDATE_EXPECT=1` writes it.

use std::path::Path;

const HEAD: &str = "/* vitrum: compiles GLSL to SPIR-V and GLSL. Link with -lvitrum_capi. */";

#[test]
fn the_header_is_that_of_the_functions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        header: Some(HEAD.to_owned()),
        include_guard: Some("VITRUM_H".to_owned()),
        cpp_compat: true,
        ..cbindgen::Config::default()
    };
    config.enumeration.prefix_with_name = true;
    let builder = cbindgen::Builder::new().with_config(config).with_src(folder.join("src/native.rs"));
    let mut bytes = Vec::new();
    builder.generate().expect("cbindgen reads the functions").write(&mut bytes);
    let text = String::from_utf8(bytes).expect("a header is text");
    let path = folder.join("include/vitrum.h");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).expect("the header is written");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("the header is there"), text);
}
