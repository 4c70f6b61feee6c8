//! Prints the interface and the bindings of a module in the text form: `reflect_text [FILE.vir]`.

/// The module that is reflected if no file is named.
const MODULE: &str = "stage fragment
declare #Light
entry &main
struct #Light {
    colour: vec3<f32>
    power: f32
}
global @0: #Light uniform block(std140) set(0) binding(1)
global @uv: vec2<f32> input location(0)
global @out: vec4<f32> output location(0)

fn &main() -> void {
    return
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => MODULE.to_owned(),
    };
    let module = vitrum_ir_text::parse(&text)?;
    println!("{}", vitrum_reflect::reflect(&module).json());
    Ok(())
}
