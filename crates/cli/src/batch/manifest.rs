//! The inputs of `vitrum batch`: parses and checks the lines of manifests, and makes lines for the shaders of folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use vitrum::{Options, SourceVersion};

use crate::UsageError;
use crate::arguments::{self, Arguments};
use crate::inputs::Input;
use crate::outputs::Emit;

use super::folders::{self, Shader};

/// A line of the manifest.
pub(super) struct Entry {
    /// The id in the line, or the number of the line.
    pub(super) id: Value,
    /// The compilation, or the reason for which the line has none.
    pub(super) job: Result<Job, String>,
}

/// A compilation.
pub(super) struct Job {
    pub(super) input: Input,
    /// Without stage and name of the file.
    pub(super) options: Options,
    /// The options as they were written.
    pub(super) arguments: Arc<Arguments>,
    /// Their words.
    pub(super) words: Vec<String>,
    pub(super) emit: Emit,
    /// True for the target `none`: there is no output.
    pub(super) checks_only: bool,
    /// The output's file below the folder for outputs.
    pub(super) output: Option<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Line {
    id: Value,
    path: Option<PathBuf>,
    stage: Option<String>,
    client: Option<String>,
    defines: Defines,
    include_dirs: Vec<PathBuf>,
    default_version: Option<Value>,
    output: Option<PathBuf>,
    options: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Defines {
    List(Vec<String>),
    Map(Map<String, Value>),
}

impl Default for Defines {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// Kinds of output by file extension.
const OUTPUTS: [(&str, Emit); 6] = [
    ("spv", Emit::Spirv),
    ("spvasm", Emit::Asm),
    ("glsl", Emit::Glsl),
    ("vir", Emit::Ir),
    ("virb", Emit::Virb),
    ("json", Emit::Reflection),
];

/// Reads manifests, whose blank lines do not count, and searches folders. `options` are those of every compilation.
pub(super) fn read(inputs: &[PathBuf], options: &[String]) -> Result<Vec<Entry>> {
    let of_all = Arguments::from_options(options).map_err(UsageError)?;
    of_all.options().map_err(UsageError)?;
    let mut seen = Seen { of_all: options.to_vec(), ..Seen::default() };
    let mut entries = Vec::new();
    for input in inputs {
        if input.is_dir() {
            for Shader { path, output } in folders::shaders(input, of_all.emit())? {
                let id = Value::from(path.display().to_string());
                let line = Line { path: Some(path), output: Some(output), ..Line::default() };
                let job =
                    job_of(line, &id, Some(of_all.emit()), &mut seen).map_err(|error| format!("{error:#}"));
                entries.push(Entry { id, job });
            }
            continue;
        }
        let bytes = Input { path: input.clone(), stage: None }.read().context("cannot read the manifest")?;
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        entries.extend(lines.map(|(index, line)| entry(index + 1, line, &mut seen)));
    }
    Ok(entries)
}

/// State of the lines that were read before.
#[derive(Default)]
struct Seen {
    /// The options in front of those of each line.
    of_all: Vec<String>,
    outputs: BTreeSet<PathBuf>,
    /// Parsed lists of options. Most lines share one, and parsing it costs as much as compiling a small shader.
    options: BTreeMap<Vec<String>, (Arc<Arguments>, Options)>,
}

impl Seen {
    fn options(&mut self, words: &[String]) -> Result<(Arc<Arguments>, Options)> {
        if let Some(read) = self.options.get(words) {
            return Ok(read.clone());
        }
        let arguments = Arguments::from_options(words)?;
        let options = arguments.options()?;
        let read = (Arc::new(arguments), options);
        self.options.insert(words.to_vec(), read.clone());
        Ok(read)
    }
}

fn entry(number: usize, line: &[u8], seen: &mut Seen) -> Entry {
    let parsed: Result<Line, _> = serde_json::from_slice(line);
    let id = match &parsed {
        Ok(line) => line.id.clone(),
        // The id may be readable although the rest of the line is not.
        Err(_) => serde_json::from_slice::<Value>(line).map_or(Value::Null, |line| line["id"].clone()),
    };
    let id = if id.is_null() { Value::from(number) } else { id };
    let job = parsed.with_context(|| format!("line {number} of the manifest"));
    let job = job.and_then(|line| job_of(line, &id, None, seen));
    Entry { id, job: job.map_err(|error| format!("{error:#}")) }
}

/// The compilation of a line. Without a kind of output, the extension of its file says it.
fn job_of(line: Line, id: &Value, emit: Option<Emit>, seen: &mut Seen) -> Result<Job> {
    let Line { id: _, path, stage, client, defines, include_dirs, default_version, output, options } = line;
    let path = path.context("member `path` is missing")?;
    let words = [seen.of_all.as_slice(), &options].concat();
    let (arguments, mut options) = seen.options(&words)?;
    let mut checks_only = arguments.client()?.1;
    if let Some(client) = client {
        (options.target, checks_only) = arguments::client(&client)?;
    }
    if let Some(version) = default_version {
        options.version = SourceVersion::Default(arguments::version(&text(&version))?);
    }
    match defines {
        Defines::List(list) => options.defines.extend(list.iter().map(|define| {
            let (name, body) = define.split_once('=').unwrap_or((define, "1"));
            (name.to_owned(), body.to_owned())
        })),
        Defines::Map(map) => {
            options.defines.extend(map.iter().map(|(name, body)| (name.clone(), text(body))));
        }
    }
    if !include_dirs.is_empty() {
        options.include = Some(Arc::new(vitrum::include_from(include_dirs)));
    }
    let stage = stage.map(|name| arguments::stage(&name)).transpose()?;
    let output = match output {
        Some(output) => Some(output),
        None if checks_only => None,
        None => Some(PathBuf::from(format!("{}.spv", file_name(&text(id))))),
    };
    let emit = match &output {
        _ if checks_only => Emit::None,
        Some(output) => {
            check_output(output)?;
            if !seen.outputs.insert(output.clone()) {
                bail!("output `{}` is also that of an earlier line", output.display());
            }
            emit.unwrap_or_else(|| emit_of(output))
        }
        None => Emit::None,
    };
    let output = output.filter(|_| emit != Emit::None);
    Ok(Job { input: Input { path, stage }, options, arguments, words, emit, checks_only, output })
}

/// An output lies below the folder for outputs.
fn check_output(output: &Path) -> Result<()> {
    let below = output.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !below || output.file_name().is_none() {
        bail!("output `{}` is not a file below the output folder", output.display());
    }
    Ok(())
}

fn emit_of(output: &Path) -> Emit {
    let extension = output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    OUTPUTS.iter().find(|row| row.0 == extension).map_or(Emit::Spirv, |row| row.1)
}

/// A string as it is, anything else as JSON has it; true is 1, and null nothing.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(on) => u8::from(*on).to_string(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A file name from an id: characters other than letters, digits, dots and hyphens become underscores.
fn file_name(id: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
    id.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Emit, Seen, entry};

    #[test]
    fn lines_make_jobs() {
        let line = br#"{"id": 7, "path": "a.vert", "client": "opengl4.5", "defines": {"A": 1, "B": "x"},
            "default_version": "310 es", "output": "x/a.glsl", "options": ["-O"]}"#;
        let entry = entry(1, line, &mut Seen::default());
        let job = entry.job.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((entry.id, job.emit), (7.into(), Emit::Glsl));
        assert!(job.options.opt_level != vitrum::OptLevel::None && !job.options.target.is_vulkan());
        assert_eq!(job.options.defines, [("A".into(), "1".into()), ("B".into(), "x".into())]);
        assert_eq!(job.options.version.parts().0.number, 310);
    }

    #[test]
    fn bad_lines_are_errors_with_their_ids() {
        for line in [
            r#"{"id": "x"}"#,
            r#"{"id": "x", "path": "a.vert", "more": 1}"#,
            r#"{"id": "x", "path": "a.vert", "client": "metal"}"#,
            r#"{"id": "x", "path": "a.vert", "output": "../a.spv"}"#,
            r#"{"id": "x", "path": "a.vert", "output": "/a.spv"}"#,
            r#"{"id": "x", "path": "a.vert", "options": ["-o", "x"]}"#,
            r#"{"id": "x", "path": "a.vert", "options": ["--nonsense"]}"#,
        ] {
            let entry = entry(1, line.as_bytes(), &mut Seen::default());
            assert!(entry.job.is_err(), "{line}");
            assert_eq!(entry.id, "x", "{line}");
        }
        assert_eq!(entry(3, b"\xff{", &mut Seen::default()).id, 3);
    }

    #[test]
    fn two_lines_cannot_write_one_file() {
        let mut seen = Seen::default();
        let line = br#"{"path": "a.vert", "output": "a.spv"}"#;
        assert!(entry(1, line, &mut seen).job.is_ok());
        assert!(entry(2, line, &mut seen).job.is_err());
    }
}
