//! Lines stand before the instructions that they are for, and names can be left out.

use rspirv::binary::Disassemble;
use vitrum_backend_spirv::{LineTable, Options, SourceFile, Target, emit};

const TEXT: &str = "\
stage fragment
entry &main
global @color: f32 output location(0)
global @x: f32 input location(0)

fn &main() -> void {
    %a: f32 = load @x !12..14
    %b: f32 = fadd %a, %a !16..20
    %c: f32 = fmul %b, %a !25..27
    store @color, %c !26..27
    return
}
";

fn text(options: &Options) -> String {
    let words = emit(&vitrum_ir_text::parse(TEXT).unwrap(), options).unwrap();
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(&words, &mut loader).unwrap();
    loader.module().disassemble()
}

#[test]
fn lines_follow_spans() {
    let file = SourceFile { name: "shader.frag".into(), text: None, lines: vec![0, 10, 20] };
    let options = Options { lines: Some(LineTable { files: vec![file] }), ..Options::new(Target::Vulkan1_0) };
    let text = text(&options);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("OpLine")).collect();
    assert_eq!(lines, ["OpLine %1 2 3", "OpLine %1 2 7", "OpLine %1 3 6", "OpLine %1 3 7"], "{text}");
    assert!(text.contains("OpString \"shader.frag\""), "{text}");
}

#[test]
fn names_are_optional() {
    let named = Options::new(Target::Vulkan1_0);
    assert!(text(&named).contains("OpName"));
    assert!(!text(&Options { names: false, ..named }).contains("OpName"));
}
