//! Reads a module of SPIR-V and prints its entry points as IR: `cargo run --example read_spirv shader.spv`.

use std::error::Error;

/// A vertex shader that does nothing.
const EMPTY: &[u32] = &[
    0x0723_0203,
    0x0001_0000,
    0,
    5,
    0, // header
    0x0002_0011,
    1, // OpCapability Shader
    0x0003_000e,
    0,
    1, // OpMemoryModel Logical GLSL450
    0x0005_000f,
    0,
    3,
    0x6e69_616d,
    0, // OpEntryPoint Vertex %3 "main"
    0x0002_0013,
    1, // %1 = OpTypeVoid
    0x0003_0021,
    2,
    1, // %2 = OpTypeFunction %1
    0x0005_0036,
    1,
    3,
    0,
    2, // %3 = OpFunction %1 None %2
    0x0002_00f8,
    4,           // %4 = OpLabel
    0x0001_00fd, // OpReturn
    0x0001_0038, // OpFunctionEnd
];

fn main() -> Result<(), Box<dyn Error>> {
    let words = match std::env::args().nth(1) {
        Some(path) => {
            let bytes = std::fs::read(path)?;
            let words =
                bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            words.collect()
        }
        None => EMPTY.to_vec(),
    };
    for entry in vitrum_frontend_spirv::read(&words)? {
        println!("entry point {}", entry.name);
        println!("{}", vitrum_ir::print(&entry.module));
    }
    Ok(())
}
