//! Converts SPIR-V between words and text by the extension of the output: `convert_spirv a.spv a.spvasm`, `convert_spirv a.spvasm a.spv`.

use vitrum_spirv_text::{parse, print};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = files.as_slice() else { return Err("two files expected".into()) };
    let bytes = std::fs::read(from)?;
    if to.ends_with(".spv") {
        let words = parse(&String::from_utf8(bytes)?)?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        return Ok(std::fs::write(to, bytes)?);
    }
    let (chunks, _) = bytes.as_chunks::<4>();
    let words: Vec<u32> = chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
    Ok(std::fs::write(to, print(&words)?)?)
}
