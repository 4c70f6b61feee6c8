//! The commands, each with its arguments.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::ErrorFormat;
use crate::opt::OptArguments;
use crate::options::{FromValue, Row, flag, help_of, lettered, parse, parse_none, push, set, value};
use crate::translate::TranslateArguments;

/// A task of the program other than to compile shaders.
#[derive(Debug)]
pub(crate) enum Command {
    /// Prints this text.
    Help(&'static str),
    Version,
    /// Validates and translates the shaders of a page as a browser does.
    Translate(TranslateArguments),
    Batch(BatchArguments),
    /// Runs passes on a module of the IR and prints the result.
    Opt(OptArguments),
    /// Explains diagnostics, by codes or names; all if there are none.
    Explain {
        codes: Vec<String>,
    },
    /// Answers an editor by the Language Server Protocol, on stdin and stdout.
    Lsp,
    /// Lists the passes and the pipelines.
    Passes,
    /// Lists the supported extensions.
    Extensions,
    /// Lists the supported versions and targets.
    Versions,
}

/// Commands whose options are those of compilations, and the option that each is.
const AS_OPTIONS: &[(&str, &str)] = &[("link", "--link"), ("fix", "--fix"), ("explore", "--explore")];

impl Command {
    /// The command that words begin with, or the help that they ask for; a command that compiles becomes an option of these words.
    pub(super) fn of(words: &mut Vec<OsString>) -> Result<Option<Self>> {
        if let Some(help) = help_of(words) {
            return Ok(Some(Self::Help(help)));
        }
        if words.iter().take_while(|word| *word != "--").any(|word| word == "--version") {
            return Ok(Some(Self::Version));
        }
        let Some(first) = words.first_mut() else { return Ok(None) };
        if let Some((_, option)) = AS_OPTIONS.iter().find(|row| *first == row.0) {
            *first = option.into();
            return Ok(None);
        }
        let read: fn(Vec<OsString>) -> Result<Self> = match first.to_str() {
            Some("translate") => |words| TranslateArguments::parse(words).map(Self::Translate),
            Some("batch") => |words| BatchArguments::parse(words).map(Self::Batch),
            Some("opt") => |words| OptArguments::parse(words).map(Self::Opt),
            Some("explain") => |words| {
                let mut codes = Vec::new();
                parse(words, &[], &mut codes, push)?;
                Ok(Self::Explain { codes })
            },
            Some("lsp") => |words| {
                // Some editors pass `--stdio`; there is no other transport.
                let words = words.into_iter().filter(|word| word != "--stdio").collect();
                parse_none(words).map(|()| Self::Lsp)
            },
            Some("passes") => |words| parse_none(words).map(|()| Self::Passes),
            Some("extensions") => |words| parse_none(words).map(|()| Self::Extensions),
            Some("versions") => |words| parse_none(words).map(|()| Self::Versions),
            _ => return Ok(None),
        };
        read(words.split_off(1)).map(Some)
    }
}

/// The arguments of `vitrum batch`; `help-batch.txt` describes them.
#[derive(Debug, Default)]
pub(crate) struct BatchArguments {
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) jobs: Option<usize>,
    pub(crate) shard: Option<Shard>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) cache: Option<PathBuf>,
    pub(crate) error_format: Option<ErrorFormat>,
    pub(crate) fail_fast: bool,
    /// Options of every compilation, in front of those of a line of a manifest.
    pub(crate) options: Vec<String>,
}

impl BatchArguments {
    pub(crate) const ROWS: &[Row<Self>] = &[
        lettered('j', value("jobs", |it, text| set(&mut it.jobs, text))),
        value("shard", |it, text| set(&mut it.shard, text)),
        lettered('o', value("output", |it, text| set(&mut it.output, text))),
        value("cache", |it, text| set(&mut it.cache, text)),
        value("error-format", |it, text| set(&mut it.error_format, text)),
        flag("fail-fast", |it| it.fail_fast = true),
        lettered('k', flag("keep-going", |it| it.fail_fast = false)),
    ];

    fn parse(mut words: Vec<OsString>) -> Result<Self> {
        let mut parsed = Self::default();
        if let Some(end) = words.iter().position(|word| word == "--") {
            let options = words.split_off(end);
            options.into_iter().skip(1).try_for_each(|word| push(&mut parsed.options, word))?;
        }
        parse(words, Self::ROWS, &mut parsed, |it, word| push(&mut it.inputs, word))?;
        if parsed.inputs.is_empty() {
            bail!("no manifest and no folder; `vitrum batch --help` describes them");
        }
        Ok(parsed)
    }
}

/// Every `count`-th shader, starting with number `index`, from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) index: usize,
    pub(crate) count: usize,
}

impl FromValue for Shard {
    fn from_value(text: &OsStr) -> Option<Self> {
        let (index, count) = text.to_str()?.split_once('/')?;
        let (index, count) = (index.parse().ok()?, count.parse().ok()?);
        (1 <= index && index <= count).then_some(Self { index, count })
    }

    fn expected() -> String {
        "I/N with I from 1 to N, such as 1/4".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{FromValue, Shard};

    #[test]
    fn shards_count_from_one() {
        assert_eq!(Shard::from_value("2/4".as_ref()), Some(Shard { index: 2, count: 4 }));
        for text in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert_eq!(Shard::from_value(text.as_ref()), None, "{text}");
        }
    }
}
