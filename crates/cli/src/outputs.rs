//! Kinds of output, and the names of output files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use vitrum::stage_of_path;

use super::options::Named;

/// The outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emit {
    /// The intermediate representation, as text
    Ir,
    /// The intermediate representation, as bytes
    Virb,
    /// SPIR-V, as words
    Spirv,
    /// SPIR-V, as text
    Asm,
    /// GLSL
    Glsl,
    /// The names that uniforms, blocks, inputs and outputs have in the GLSL, as JSON
    GlslNames,
    /// The names that transformations changed, with their roles, as JSON
    Names,
    /// The reflection, as JSON
    Reflection,
    /// Nothing: the source is checked
    None,
}

impl Named for Emit {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("spirv", Self::Spirv),
        ("asm", Self::Asm),
        ("glsl", Self::Glsl),
        ("glsl-names", Self::GlslNames),
        ("names", Self::Names),
        ("ir", Self::Ir),
        ("vir", Self::Ir),
        ("virb", Self::Virb),
        ("reflection", Self::Reflection),
        ("none", Self::None),
    ];
}

impl Emit {
    /// The form of the intermediate representation that a file is to hold, if its name says so.
    pub(crate) fn of_module_file(file: &Path) -> Option<Self> {
        [Self::Ir, Self::Virb]
            .into_iter()
            .find(|form| file.extension().is_some_and(|it| it == form.extension()))
    }

    /// The extension of files that hold it.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Ir => "vir",
            Self::Virb => "virb",
            Self::Spirv | Self::None => "spv",
            Self::Asm => "spvasm",
            Self::Glsl => "out.glsl",
            Self::Reflection | Self::GlslNames | Self::Names => "json",
        }
    }
}

/// Format of SPIR-V words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Bytes, least significant first
    Bin,
    /// A list of numbers in braces, as C has it
    C,
    /// A list of numbers
    Num,
}

impl Named for Format {
    const NAMES: &'static [(&'static str, Self)] = &[("bin", Self::Bin), ("c", Self::C), ("num", Self::Num)];
}

/// The bytes of a SPIR-V module in a format.
pub(crate) fn words_to_bytes(words: &[u32], format: Format) -> Vec<u8> {
    if format == Format::Bin {
        return words.iter().flat_map(|word| word.to_le_bytes()).collect();
    }
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        let separator = match index {
            0 => "",
            index if index % 8 == 0 => ",\n",
            _ => ",",
        };
        // Writing to a string does not fail.
        let _ = write!(text, "{separator}0x{word:08x}");
    }
    let text = if format == Format::C { format!("{{{text}}}\n") } else { format!("{text}\n") };
    text.into_bytes()
}

/// The file, in the folder where the program runs, that `glslc -c` would write: `a.vert` gives `a.vert.spv`, any other
/// name loses its extension first.
pub(crate) fn name_of_output(input: &Path, extension: &str) -> PathBuf {
    let keeps = stage_of_path(input).is_some() && input.extension().is_none_or(|last| last != "glsl");
    let name = if keeps { input.file_name() } else { input.file_stem() };
    let mut name = name.unwrap_or_default().to_os_string();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// Writes a file, or to stdout for `-`.
pub(crate) fn write(bytes: &[u8], file: &Path) -> Result<()> {
    if file == Path::new("-") {
        return super::print(bytes);
    }
    std::fs::write(file, bytes).with_context(|| format!("cannot write `{}`", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{Format, name_of_output, words_to_bytes};
    use std::path::{Path, PathBuf};

    #[test]
    fn outputs_are_named_as_glslc_names_them() {
        for (input, output) in [
            ("a.vert", "a.vert.spv"),
            ("folder/a.comp", "a.comp.spv"),
            ("b.frag.glsl", "b.frag.spv"),
            ("c d.glsl", "c d.spv"),
            ("plain", "plain.spv"),
        ] {
            assert_eq!(name_of_output(Path::new(input), "spv"), PathBuf::from(output));
        }
    }

    #[test]
    fn words_have_formats() {
        let text = |format| String::from_utf8(words_to_bytes(&[1, 0x0723_0203], format)).unwrap_or_default();
        assert_eq!(text(Format::Num), "0x00000001,0x07230203\n");
        assert_eq!(text(Format::C), "{0x00000001,0x07230203}\n");
        assert_eq!(words_to_bytes(&[1], Format::Bin), [1, 0, 0, 0]);
    }
}
