//! The verdicts of vitrum and glslang on the texts of authors: the shaders that only one of them takes, by cause.
//!
//! `tests/differences.md` lists the causes, each with the reason and a small shader that a test compiles with both.

mod board;
mod listed;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use vitrum::Target;

use crate::case::Shader;
use crate::glslang;
use crate::judge;
use crate::outcome::CaseResult;
use crate::suites::glslang as glslang_suite;

pub(crate) use board::Board;
pub(crate) use board::name as board_name;

/// A shader that glslang is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The file with its text.
    pub(crate) file: String,
    /// vitrum's first error, if it refuses it.
    pub(crate) error: Option<String>,
}

/// A shader that only one compiler takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Difference<'a> {
    /// The case.
    pub(crate) id: &'a str,
    /// The compiler that refuses it, and its message: `glslang: 'x' : undeclared identifier`.
    pub(crate) message: String,
}

/// Puts a shader where glslangValidator finds it, and notes vitrum's error. Of one that includes files there is nothing to ask, nor of
/// a part of a shader for Vulkan, which glslang would link.
pub(crate) fn keep(folder: &Path, shader: &Shader, error: Option<String>) -> std::io::Result<Option<Asked>> {
    if !shader.includes.strings.is_empty() || (shader.library || shader.part) && shader.target.is_vulkan() {
        return Ok(None);
    }
    let text = author_text(shader);
    let lacks = judge::unmet(&glslang_suite::extensions(&text));
    let error = match (error, lacks) {
        (Some(_), Some(lacks)) => Some(lacks),
        (error, _) => error,
    };
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // Debian's glslang knows no later one.
    let target = if shader.target == Target::Vulkan1_4 { Target::Vulkan1_3 } else { shader.target };
    let client = if target.is_vulkan() { target.api().name() } else { "opengl" };
    let stage = vitrum::stage_extension(shader.stage);
    let file = format!("{client}-{}-{stage}-{:016x}.{stage}", shader.default_version, hasher.finish());
    let file = file.replace(' ', "");
    let path = folder.join(&file);
    if !path.exists() {
        std::fs::write(path, text)?;
    }
    Ok(Some(Asked { file, error }))
}

/// The text of a shader with its version and its macros.
pub(crate) fn author_text(shader: &Shader) -> String {
    let mut lines: Vec<String> = shader.text.lines().map(str::to_owned).collect();
    let version = lines.iter().position(|line| line.trim_start().starts_with("#version"));
    let version = version.unwrap_or_else(|| {
        lines.insert(0, format!("#version {}", shader.default_version));
        0
    });
    let defines = shader.defines.iter().map(|(name, body)| format!("#define {name} {body}"));
    lines.splice(version + 1..version + 1, defines);
    lines.join("\n") + "\n"
}

/// The number of texts, and those on which the compilers differ.
pub(crate) fn differences<'a>(
    results: &'a [CaseResult],
    folder: &Path,
    jobs: usize,
) -> Result<(usize, BTreeSet<Difference<'a>>)> {
    let files: BTreeSet<&String> =
        results.iter().flat_map(|result| &result.asked).map(|asked| &asked.file).collect();
    let files: Vec<String> = files.into_iter().cloned().collect();
    let refused = glslang::judge(folder, &files, jobs)?;
    let mut found = BTreeSet::new();
    for result in results {
        for asked in &result.asked {
            let message = match (&asked.error, refused.get(&asked.file)) {
                (Some(ours), None) => format!("vitrum: {ours}"),
                (None, Some(theirs)) => format!("glslang: {theirs}"),
                (Some(_), Some(_)) | (None, None) => continue,
            };
            found.insert(Difference { id: &result.id, message });
        }
    }
    Ok((files.len(), found))
}
