//! Modules of the IR as inputs, in the text form (`.vir`) or the binary form (`.virb`).

use std::path::Path;

use anyhow::{Result, anyhow};
use vitrum::ir::{Module, SourceMap};
use vitrum_ir_bytes::WriteOptions;

/// The first bytes of a file in the binary form.
const MAGIC: &[u8] = b"virb";

/// True if a file holds a module: by its name, or by its first bytes if it is stdin.
pub(crate) fn is_module(file: &Path, bytes: &[u8]) -> bool {
    if file == Path::new("-") {
        return bytes.starts_with(MAGIC) || bytes.starts_with(b"vir ");
    }
    file.extension().is_some_and(|extension| extension == "vir" || extension == "virb")
}

/// The module of a file, and the files that its spans lie in. It obeys the rules of the IR.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<(Module, SourceMap)> {
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

/// The binary form of a module, stripped or with everything.
pub(crate) fn write(module: &Module, sources: &SourceMap, strip: bool) -> Vec<u8> {
    let full =
        WriteOptions { sources: Some(sources).filter(|sources| !sources.is_empty()), ..WriteOptions::FULL };
    vitrum_ir_bytes::write(module, &if strip { WriteOptions::default() } else { full })
}
