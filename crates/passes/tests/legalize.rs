//! Lowerings: what they report besides the module.

use vitrum_ir_text::parse;
use vitrum_passes::legalize::{bound_indices, has_indices_out_of_range, trim_blocks};

#[test]
fn clamped_indices_are_counted_and_in_range() {
    let text = "stage fragment
entry &main
global @v: vec4<f32> input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %a: ptr<function, array<f32, 3>> = var
    %v: vec4<f32> = load @v
    %1: ptr<function, f32> = access %a, -1i32
    %2: ptr<function, f32> = access %a, 2u32
    %3: f32 = extract_dynamic %v, 4i32
    store @out, %3
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(has_indices_out_of_range(&module));
    assert_eq!(bound_indices(&mut module), 2);
    assert!(!has_indices_out_of_range(&module));
}

#[test]
fn removed_members_are_counted() {
    let text = "stage fragment
entry &main
struct #Push {
    a: vec4<f32>
    b: f32
    c: f32
}
global @push: #Push push_constant block(std430)
global @out: f32 output location(0)

fn &main() -> void {
    %1: ptr<push_constant, f32> = access @push, 2i32
    %2: f32 = load %1
    store @out, %2
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(trim_blocks(&mut module), 2);
}
