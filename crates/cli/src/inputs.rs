//! The shaders of a command line: their text and their stage.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use vitrum::{Options, Stage};

/// A shader of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The file; `-` is stdin.
    pub(crate) path: PathBuf,
    /// The stage on the command line, if any.
    pub(crate) stage: Option<Stage>,
}

impl Input {
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "<stdin>".to_owned() } else { self.path.display().to_string() }
    }

    /// The content.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = if self.is_stdin() {
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
        } else {
            std::fs::read(&self.path).map(|read| bytes = read)
        };
        read.with_context(|| format!("cannot read `{}`", self.name()))?;
        Ok(bytes)
    }

    /// The stage from the command line, `#pragma shader_stage`, or the file's name, in this order.
    pub(crate) fn stage(&self, text: &str, options: &Options) -> Result<Stage> {
        if let Some(stage) = self.stage {
            return Ok(stage);
        }
        vitrum::stage_of_source(text, &self.path, options).with_context(|| {
            format!(
                "cannot tell the stage of `{}`: say `-fshader-stage=frag` before it, for instance, \
                 or `#pragma shader_stage(fragment)` in it",
                self.name()
            )
        })
    }
}

/// The text of a source. Bytes that are not UTF-8 are replaced: only comments may have them.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
