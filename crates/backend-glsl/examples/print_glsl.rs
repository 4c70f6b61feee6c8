//! Prints a module in text form as GLSL: `print_glsl FILE.vir`. Without a file it prints a small module.

use vitrum_backend_glsl::{Options, emit};

const SMALL: &str = "\
stage fragment
source glsl 450 core
entry &main
global @uv: vec2<f32> input location(0)
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %0: vec2<f32> = load @uv
    %1: vec2<f32> = fmul %0, %0
    %2: vec4<f32> = construct %1, 0.0f32, 1.0f32
    store @color, %2
    return
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => SMALL.to_owned(),
    };
    let module = vitrum_ir_text::parse(&text)?;
    print!("{}", emit(&module, &Options::default())?);
    Ok(())
}
