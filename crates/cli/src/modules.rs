//! Modules as inputs: of the IR in the text form (`.vir`) or the binary form (`.virb`), of SPIR-V (`.spv`, `.spvasm`).

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use vitrum::ir::{Module, SourceMap};
use vitrum::{EntryPoint, Options, Stage};
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

/// The entry points of a module of SPIR-V that are meant: all that have this name and this stage.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) stage: Option<Stage>,
}

/// A module of a file.
pub(crate) struct Read {
    /// The name of the entry point, in SPIR-V.
    pub(crate) entry: Option<String>,
    pub(crate) module: Module,
    /// The files that its spans lie in.
    pub(crate) sources: SourceMap,
    /// The version of SPIR-V, if it is some.
    pub(crate) version: Option<u32>,
}

impl Read {
    /// True if the module has lost the name of its entry point, which is no word.
    pub(crate) fn is_renamed(&self) -> bool {
        let own = self.module.entry.map(|entry| self.module.names.get(self.module.functions[entry].name));
        self.entry.as_deref().is_some_and(|name| own != Some(name))
    }

    /// The options for it.
    pub(crate) fn options(&self, options: &Options) -> Options {
        match self.version {
            Some(version) => options.clone().for_spirv(version),
            None => options.clone(),
        }
    }
}

/// The module of a file, of SPIR-V for its only entry point. It obeys the rules of the IR.
pub(crate) fn read(name: &str, bytes: &[u8], choice: Choice<'_>) -> Result<Read> {
    let mut all = read_all(name, bytes, choice)?;
    match all.pop() {
        Some(read) if all.is_empty() => Ok(read),
        last => Err(too_many(name, all.iter().chain(&last))),
    }
}

/// An error about entry points of which one was expected.
pub(crate) fn too_many<'a>(name: &str, read: impl Iterator<Item = &'a Read>) -> anyhow::Error {
    let names: Vec<String> =
        read.filter_map(|read| Some(described(read.entry.as_ref()?, read.module.stage))).collect();
    anyhow!(
        "{name}: {} entry points, {}; choose one with `--entry NAME`, `--stage STAGE` or both",
        names.len(),
        names.join(", ")
    )
}

fn described(entry: &str, stage: Stage) -> String {
    format!("`{entry}` ({})", stage.name())
}

/// The modules of a file: several only of SPIR-V, one for each entry point.
pub(crate) fn read_all(name: &str, bytes: &[u8], choice: Choice<'_>) -> Result<Vec<Read>> {
    if name.ends_with(".spv") || name.ends_with(".spvasm") || is_spirv(bytes) {
        return read_spirv(name, bytes, choice);
    }
    let read = if bytes.starts_with(MAGIC) || name.ends_with(".virb") {
        vitrum_ir_bytes::read(bytes).map_err(|error| anyhow!("{name}: {error}"))?
    } else {
        let text = std::str::from_utf8(bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        vitrum_ir_text::parse_with_sources(text).map_err(|error| anyhow!("{name}: {error}"))?
    };
    match vitrum::ir::verify(&read.0) {
        Ok(()) => Ok(vec![Read { entry: None, module: read.0, sources: read.1, version: None }]),
        Err(errors) => Err(anyhow!("{name}: the module is invalid\n{errors}")),
    }
}

/// True if the bytes begin as SPIR-V does.
fn is_spirv(bytes: &[u8]) -> bool {
    SPIRV.iter().any(|magic| bytes.starts_with(magic))
}

/// The entry points of a module of SPIR-V that are meant: one at least.
fn read_spirv(name: &str, bytes: &[u8], choice: Choice<'_>) -> Result<Vec<Read>> {
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
    let entries = vitrum::load_spirv(&words).map_err(|error| anyhow!("{name}: {error}"))?;
    let names: Vec<String> = entries.iter().map(|entry| described(&entry.name, entry.module.stage)).collect();
    let is_meant = |entry: &EntryPoint| {
        choice.name.is_none_or(|name| name == entry.name)
            && choice.stage.is_none_or(|stage| stage == entry.module.stage)
    };
    let meant: Vec<Read> = entries
        .into_iter()
        .filter(is_meant)
        .map(|entry| {
            let EntryPoint { name, module, sources, version } = entry;
            Read { entry: Some(name), module, sources, version: Some(version) }
        })
        .collect();
    if meant.is_empty() {
        bail!("{name}: no such entry point; there is {}", names.join(", "));
    }
    Ok(meant)
}

/// The binary form of a module, stripped or with everything.
pub(crate) fn write(module: &Module, sources: &SourceMap, strip: bool) -> Vec<u8> {
    let full =
        WriteOptions { sources: Some(sources).filter(|sources| !sources.is_empty()), ..WriteOptions::FULL };
    vitrum_ir_bytes::write(module, &if strip { WriteOptions::default() } else { full })
}
