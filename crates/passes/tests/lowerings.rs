//! Lowerings: their reports.

use vitrum_ir::Module;
use vitrum_ir_text::parse;
use vitrum_passes::{Report, RunOptions, Settings, rows, run};

fn lowered(module: &mut Module, pass: &str, settings: Settings) -> Report {
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    run(module, &[pass], options).unwrap_or_else(|failure| panic!("{failure}"))
}

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
    let settings = Settings::default();
    assert!(!rows::BOUND_INDICES.is_idle(&module, &settings));
    let report = lowered(&mut module, "bound_indices", settings.clone());
    assert_eq!(report.passes[0].changes, 2);
    assert!(rows::BOUND_INDICES.is_idle(&module, &settings));
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
    let settings = Settings { trims_blocks: true, ..Settings::default() };
    assert_eq!(lowered(&mut module, "trim_blocks", settings).passes[0].changes, 2);
}
