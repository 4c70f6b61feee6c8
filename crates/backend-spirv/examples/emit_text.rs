//! Reads a module in the text form and writes its SPIR-V: `emit_text FILE.vir FILE.spv [TARGET]`.

use vitrum_backend_spirv::{Options, Target, emit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, target @ ..] = arguments.as_slice() else {
        return Err("usage: emit_text FILE.vir FILE.spv [TARGET]".into());
    };
    let module = vitrum_ir_text::parse(&std::fs::read_to_string(input)?)?;
    let target = match target {
        [name, ..] => Target::from_name(name).ok_or("unknown target")?,
        [] => Target::Vulkan1_0,
    };
    let words = emit(&module, &Options::new(target))?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(output, bytes)?;
    Ok(())
}
