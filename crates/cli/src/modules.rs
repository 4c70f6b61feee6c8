//! Modules as inputs: of the IR in the text form (`.vir`) or the binary form (`.virb`), of SPIR-V (`.spv`, `.spvasm`).

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use vitrum::ir::{Module, SourceMap};
use vitrum_ir_bytes::WriteOptions;

/// The first bytes of a file in the binary form.
const MAGIC: &[u8] = b"virb";

/// The first bytes of a module of SPIR-V, in both orders.
const SPIRV: [[u8; 4]; 2] = [[3, 2, 0x23, 7], [7, 0x23, 2, 3]];

/// The extensions of the names of modules.
const EXTENSIONS: [&str; 4] = ["vir", "virb", "spv", "spvasm"];

/// True if a file holds a module: by its name, or by its first bytes if it is stdin.
pub(crate) fn is_module(file: &Path, bytes: &[u8]) -> bool {
    if file == Path::new("-") {
        return bytes.starts_with(MAGIC) || bytes.starts_with(b"vir ") || is_spirv(bytes);
    }
    file.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
}

/// The module of a file, and the files that its spans lie in. It obeys the rules of the IR.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<(Module, SourceMap)> {
    if name.ends_with(".spv") || name.ends_with(".spvasm") || is_spirv(bytes) {
        return Ok((read_spirv(name, bytes)?, SourceMap::new()));
    }
    let read = if bytes.starts_with(MAGIC) || name.ends_with(".virb") {
        vitrum_ir_bytes::read(bytes).map_err(|error| anyhow!("{name}: {error}"))?
    } else {
        let text = std::str::from_utf8(bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        vitrum_ir_text::parse_with_sources(text).map_err(|error| anyhow!("{name}: {error}"))?
    };
    match vitrum::ir::verify(&read.0) {
        Ok(()) => Ok(read),
        Err(errors) => Err(anyhow!("{name}: the module is invalid\n{errors}")),
    }
}

/// True if the bytes begin as SPIR-V does.
fn is_spirv(bytes: &[u8]) -> bool {
    SPIRV.iter().any(|magic| bytes.starts_with(magic))
}

/// The only entry point of a module of SPIR-V.
fn read_spirv(name: &str, bytes: &[u8]) -> Result<Module> {
    let words = if is_spirv(bytes) || name.ends_with(".spv") {
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            bail!("{name}: {} bytes, which are no whole words of SPIR-V", bytes.len());
        }
        words.iter().map(|word| u32::from_le_bytes(*word)).collect()
    } else {
        let text = std::str::from_utf8(bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        vitrum::assemble(text).map_err(|error| anyhow!("{name}: {error}"))?
    };
    let mut entries = vitrum::load_spirv(&words).map_err(|error| anyhow!("{name}: {error}"))?;
    match entries.pop() {
        Some(entry) if entries.is_empty() => Ok(entry.module),
        last => {
            let named =
                |entry: &vitrum::EntryPoint| format!("`{}` ({})", entry.name, entry.module.stage.name());
            let names: Vec<String> = entries.iter().chain(&last).map(named).collect();
            bail!("{name}: {} entry points, {}; a file with one was expected", names.len(), names.join(", "))
        }
    }
}

/// The binary form of a module, stripped or with everything.
pub(crate) fn write(module: &Module, sources: &SourceMap, strip: bool) -> Vec<u8> {
    let full =
        WriteOptions { sources: Some(sources).filter(|sources| !sources.is_empty()), ..WriteOptions::FULL };
    vitrum_ir_bytes::write(module, &if strip { WriteOptions::default() } else { full })
}
