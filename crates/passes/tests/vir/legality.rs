//! Legality: properties of a module that hold after every pass and pipeline.
//!
//! A file with the header `// passes: every` expects properties, one a line, of the texts that all of them leave.

use crate::file::Case;
use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{PassInfo, RunOptions, levels, optimizations, run, run_pipeline};

/// Checks the properties that a file expects.
pub(crate) fn check(case: &Case<'_>) -> Result<(), String> {
    let properties = case.expected.iter().map(|line| Property::new(line)).collect::<Result<Vec<_>, _>>()?;
    if properties.is_empty() {
        return Err("no property is expected".to_owned());
    }
    let texts = texts(case)?;
    for (line, property) in case.expected.iter().zip(properties) {
        if let Some((passes, text)) = texts.iter().find(|row| !property.holds(&row.1)) {
            return Err(format!("`{line}` does not hold after {passes}:\n{text}"));
        }
    }
    Ok(())
}

/// Passes after which others do not run: they would undo them, or do nothing.
const LOWERED: [&str; 2] = ["lower_block_parameters", "make_precise"];

/// The texts that a module has after each pipeline, each pass by itself, and all passes together, with their names.
fn texts(case: &Case<'_>) -> Result<Vec<(String, String)>, String> {
    let options = || RunOptions { verify: true, settings: case.settings.clone(), ..RunOptions::default() };
    let module = || parse(case.source).map_err(|error| error.to_string());
    let mut texts = Vec::new();
    for pipeline in levels() {
        let mut module = module()?;
        run_pipeline(&mut module, pipeline, options()).map_err(|failure| failure.to_string())?;
        texts.push((format!("the pipeline {}", pipeline.name), print(&module)));
    }
    // Precision is what loose passes are about.
    let is_wanted = |pass: &&PassInfo| !pass.is_loose && !LOWERED.contains(&pass.name);
    let all: Vec<&str> = optimizations().filter(is_wanted).map(|pass| pass.name).collect();
    let before = print(&module()?);
    for name in &all {
        let mut module = module()?;
        let starved = RunOptions { fuel: Some(0), ..options() };
        run(&mut module, &[name], starved).map_err(|failure| failure.to_string())?;
        if print(&module) != before {
            return Err(format!("{name} changes the module without fuel"));
        }
    }
    // An inlined function is there once more until it is removed.
    let alone = all.iter().map(|&name| (name, vec![name, "eliminate_dead_functions"]));
    for (name, passes) in alone.chain([("all passes, twice", [&*all, &*all].concat())]) {
        let mut module = module()?;
        run(&mut module, &passes, options()).map_err(|failure| failure.to_string())?;
        texts.push((name.to_owned(), print(&module)));
    }
    Ok(texts)
}

/// A line behind `//=`; texts are separated by ` | `.
enum Property<'t> {
    /// `never: load`, `once: load` or `2 times: load | store`: so often do these stand there, together.
    Times(usize, Vec<&'t str>),
    /// `some: select | if`: one of these stands there.
    Some(Vec<&'t str>),
    /// `in order: load | store`: each stands somewhere behind the one before.
    InOrder(Vec<&'t str>),
    /// `property: name`, of the table below.
    Named(Holds),
}

impl<'t> Property<'t> {
    fn new(line: &'t str) -> Result<Self, String> {
        let fails = || format!("unknown property: `{line}`");
        let (kind, value) = line.split_once(": ").ok_or_else(fails)?;
        let texts = || value.split(" | ").collect();
        match kind {
            "never" => Ok(Self::Times(0, texts())),
            "once" => Ok(Self::Times(1, texts())),
            "some" => Ok(Self::Some(texts())),
            "in order" => Ok(Self::InOrder(texts())),
            "property" => {
                let row = NAMED.iter().find(|row| row.0 == value);
                row.map(|row| Self::Named(row.1)).ok_or_else(fails)
            }
            _ => {
                let count = kind.strip_suffix(" times").and_then(|count| count.parse().ok());
                count.map(|count| Self::Times(count, texts())).ok_or_else(fails)
            }
        }
    }

    fn holds(&self, printed: &str) -> bool {
        match self {
            Self::Times(count, texts) => {
                texts.iter().map(|text| printed.matches(text).count()).sum::<usize>() == *count
            }
            Self::Some(texts) => texts.iter().any(|text| printed.contains(text)),
            Self::InOrder(texts) => {
                let mut rest = printed;
                texts.iter().all(|text| match rest.split_once(text) {
                    Some((_, behind)) => {
                        rest = behind;
                        true
                    }
                    None => false,
                })
            }
            Self::Named(holds) => holds(printed),
        }
    }
}

/// Says whether a property holds for the text of a module.
type Holds = fn(&str) -> bool;

/// Properties that depend on more than the order and number of texts.
static NAMED: &[(&str, Holds)] = &[
    // One vote in a loop or branch, one in the function's body.
    (
        "nested_vote_and_vote_behind",
        |printed| matches!(indents(printed, "ballot")[..], [first, 4] if first > 4),
    ),
    // One vote in a loop, or one in the place of each iteration.
    ("two_iterations_vote", |printed| match indents(printed, "ballot")[..] {
        [indent] => indent > 4 && printed.contains("loop"),
        ref unrolled => unrolled == [4, 4] && !printed.contains("loop"),
    }),
    // The last vote is that of all invocations, the one before that of those that stay in the case.
    (
        "vote_of_case_and_vote_of_all",
        |printed| matches!(indents(printed, "ballot")[..], [.., case, 4] if case > 4),
    ),
    ("sample_in_loop_and_sample_behind", |printed| indents(printed, "image_sample") == [8, 4]),
    ("highp_sine_or_two_sines", |printed| {
        printed.matches("sin").count() == 2 || printed.contains("highp = sin")
    }),
    ("one_is_added_before_it_is_subtracted", |printed| {
        let first = printed.find("precise = fadd %x, 1.0f32");
        let last = printed.find(", -1.0f32").or_else(|| printed.find(", 1.0f32\n    store @out"));
        first.is_some() && first < last
    }),
];

/// The number of spaces in front of each line that contains a text.
fn indents(printed: &str, text: &str) -> Vec<usize> {
    let lines = printed.lines().filter(|line| line.contains(text));
    lines.map(|line| line.len() - line.trim_start().len()).collect()
}
