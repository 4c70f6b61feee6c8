//! Compiles a shader from a string: diagnostics to stderr, then sizes and the GLSL printed from its IR.

const SOURCE: &str = "\
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main()
{
    float ring = length(uv - 0.5);
    color = ring < 0.4 ? vec4(uv, 0.5, 1.0) : vec4(0.0);
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = vitrum::Options::new(vitrum::Stage::Fragment).opt_level(vitrum::OptLevel::Default);
    let compilation = vitrum::compile(SOURCE, &options)?;
    eprint!("{}", compilation.diagnosed.render());
    println!("{} words of SPIR-V from {} bytes of GLSL", compilation.spirv()?.len(), SOURCE.len());
    println!("{}", compilation.glsl()?);
    Ok(())
}
