//! Reads a module, runs the default pipeline on it, and prints it after each pass that changed something.
//!
//! `cargo run -p vitrum-passes --example optimise_text`

use std::sync::LazyLock;
use std::time::{Duration, Instant};
use vitrum_passes::{RunOptions, pipeline, run_passes};

const MODULE: &str = "
stage fragment
entry &main
global @brightness: f32 input location(0)
global @color: f32 output location(0)

fn &main() -> void {
    %x: ptr<function, f32> = var 1.0f32
    %b: f32 = load @brightness
    %bright: bool = fgt %b, 0.5f32
    if %bright {
        %two: f32 = fadd 1.0f32, 1.0f32
        store %x, %two
        merge
    } else {
        merge
    }
    %y: f32 = load %x
    store @color, %y
    return
}
";

fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut module = vitrum_ir_text::parse(MODULE)?;
    let default = pipeline("default").ok_or("no default pipeline")?;
    let mut observe = |pass: &vitrum_passes::PassInfo, module: &vitrum_ir::Module| {
        println!("// after {}: {}\n{module}", pass.name, pass.summary);
    };
    let report = run_passes(
        &mut module,
        default.passes,
        RunOptions { verify: true, observe: Some(&mut observe), clock: Some(now), ..RunOptions::default() },
    )?;
    for pass in &report.passes {
        println!("{:24} {:4} changes  {:?}", pass.name, pass.changes, pass.time);
    }
    Ok(())
}
