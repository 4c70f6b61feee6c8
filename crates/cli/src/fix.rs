//! `vitrum fix`: applies the fixes that diagnostics are certain of to the files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use similar::TextDiff;
use vitrum::{Diagnosed, Include, Included, Options};

use super::arguments::Arguments;
use super::inputs::{self, Input};
use super::messages::Messages;
use super::outputs::write;
use super::print;

/// A fix may show the next fault; more rounds than this mean that fixes undo each other.
const MOST_ROUNDS: usize = 32;

/// The texts of included files after fixes, by their names.
type Texts = Arc<Mutex<BTreeMap<String, String>>>;

/// A file that fixes change.
struct Change {
    before: String,
    after: String,
    titles: Vec<String>,
}

/// True if no error is left.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    if arguments.inputs.is_empty() {
        bail!("no input files; `vitrum fix FILE...` changes the files in place");
    }
    let mut messages = Messages::new(arguments);
    let mut all_well = true;
    for input in &arguments.inputs {
        all_well &= fix(input, arguments, &mut messages).with_context(|| input.name())?;
    }
    messages.finish();
    Ok(all_well)
}

/// Fixes one shader and the files that it includes. True if no error is left.
fn fix(input: &Input, arguments: &Arguments, messages: &mut Messages<'_>) -> Result<bool> {
    let mut options = arguments.options()?;
    let texts = Texts::default();
    options.include = options.include.map(|include| including(include, Arc::clone(&texts)));
    options.file_name = input.name();
    let mut text = inputs::text(input.read()?);
    let mut changes: BTreeMap<String, Change> = BTreeMap::new();
    let mut left = diagnose(&text, input, &mut options)?;
    for _ in 0..MOST_ROUNDS {
        let fixed = left.fixed_files();
        if fixed.is_empty() {
            break;
        }
        for file in fixed {
            let empty = || Change { before: file.before, after: String::new(), titles: Vec::new() };
            let change = changes.entry(file.name.clone()).or_insert_with(empty);
            change.after.clone_from(&file.text);
            change.titles.extend(file.titles);
            if file.name == options.file_name {
                text = file.text;
            } else if let Ok(mut texts) = texts.lock() {
                texts.insert(file.name, file.text);
            }
        }
        left = diagnose(&text, input, &mut options)?;
    }
    for (name, change) in &changes {
        show(name, change, input, arguments)?;
    }
    messages.show(&left);
    Ok(!left.has_errors())
}

/// The diagnostics of a shader.
fn diagnose(text: &str, input: &Input, options: &mut Options) -> Result<Diagnosed> {
    options.stage = input.stage(text, options)?;
    Ok(match vitrum::compile(text, options) {
        Ok(compilation) => compilation.diagnosed,
        Err(failure) => failure.diagnosed,
    })
}

/// Finds included files as before, but with the texts that fixes gave them.
fn including(include: Arc<Include>, texts: Texts) -> Arc<Include> {
    Arc::new(move |request| {
        let Included { name, text } = include(request)?;
        let fixed = texts.lock().ok().and_then(|texts| texts.get(&name).cloned());
        Ok(Included { name, text: fixed.unwrap_or(text) })
    })
}

/// Writes a changed file, or shows the change if only that is asked for.
fn show(name: &str, change: &Change, input: &Input, arguments: &Arguments) -> Result<()> {
    if arguments.fix.dry_run {
        let difference = TextDiff::from_lines(&change.before, &change.after);
        let header = (format!("a/{name}"), format!("b/{name}"));
        let text = difference.unified_diff().header(&header.0, &header.1).to_string();
        return print(text.as_bytes());
    }
    if input.is_stdin() && name == input.name() {
        return print(change.after.as_bytes());
    }
    let now = inputs::text(std::fs::read(name).with_context(|| format!("cannot read `{name}`"))?);
    if now != change.before {
        bail!("cannot fix `{name}`: it changed while it was compiled");
    }
    write(change.after.as_bytes(), Path::new(name))?;
    for title in &change.titles {
        eprintln!("{name}: {title}");
    }
    Ok(())
}
