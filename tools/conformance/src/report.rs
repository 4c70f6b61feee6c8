//! The report of a run: counts, and the failures by cause.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::forms;
use crate::outcome::{CaseResult, Outcome};
use crate::scoreboard::{counts, inapplicable};

/// Number of causes that are printed.
const CAUSES: usize = 40;

/// Prints the counts, and the failures or their causes.
pub(crate) fn print(results: &[CaseResult], forms: &[String], list_failures: bool, took: Duration) {
    let failures = || results.iter().filter(|result| result.outcome.is_failure());
    if list_failures {
        for result in failures() {
            let (word, reason) = result.outcome.parts();
            println!("{}", format!("{word}\t{}\t{reason}", result.id).trim_end());
        }
    } else {
        let causes = by_frequency(failures().map(|result| {
            let (word, reason) = result.outcome.parts();
            (format!("{word} {}", cause(reason)), result.id.as_str())
        }));
        for (cause, (count, example)) in causes.iter().take(CAUSES) {
            println!("{count:>6} {cause}, for instance {example}");
        }
        if causes.len() > CAUSES {
            println!("       and {} other causes; each case: --list-failures", causes.len() - CAUSES);
        }
    }
    for (reason, count) in inapplicable(results) {
        let has =
            |result: &&CaseResult| matches!(&result.outcome, Outcome::NotApplicable(why) if *why == reason);
        let example = results.iter().find(has).map_or("", |result| &result.id);
        println!("{count:>6} not applicable: {reason}, for instance {example}");
    }
    for (name, count) in counts(forms, results) {
        println!("{name}: {count}");
    }
    println!("{} cases in {:.1} s", results.len(), took.as_secs_f64());
    if let Some(slowest) = results.iter().max_by_key(|result| result.cost.micros) {
        println!("slowest: {:.1} ms for {}", slowest.cost.micros as f64 / 1e3, slowest.id);
    }
    if let Some(largest) = results.iter().max_by_key(|result| result.cost.kib) {
        println!("most memory: {:.1} MiB for {}", largest.cost.kib as f64 / 1024.0, largest.id);
    }
}

/// Prints for each target how many shaders have SPIR-V, why others have none, and each that is invalid.
pub(crate) fn print_forms(results: &[CaseResult]) {
    for (target, forms) in forms::by_target(results) {
        println!("{}: {}", target.name(), forms.counts());
        if target == vitrum::Target::Wgpu {
            println!("{}", forms.shares());
        }
        for (reason, (count, example)) in forms.reasons(cause) {
            println!("{count:>6} no form: {reason}, for instance {example}");
        }
        for (id, text) in &forms.no_wgsl {
            println!("no WGSL: {id}: {text}");
        }
        for (id, text) in &forms.invalid {
            println!("INVALID for {}: {id}: {text}", target.name());
        }
    }
}

/// Texts with the number of their occurrences and the first case, most frequent first.
pub(crate) fn by_frequency<'a>(
    items: impl Iterator<Item = (String, &'a str)>,
) -> Vec<(String, (usize, &'a str))> {
    let mut counts: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for (text, case) in items {
        counts.entry(text).or_insert((0, case)).0 += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    counts
}

/// A message without the names of one shader: quoted words and locations.
pub(crate) fn cause(message: &str) -> String {
    let message = message.rsplit_once(" [").map_or(message, |(message, _)| message);
    without_quotes(message, '`')
}

/// A message without the names of one shader, which vitrum or glslang quotes.
pub(crate) fn cause_by_both(message: &str) -> String {
    without_quotes(&cause(message), '\'')
}

fn without_quotes(message: &str, quote: char) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => part.to_owned(),
        _ => format!("{quote}_{quote}"),
    };
    message.split(quote).enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn causes_have_no_names() {
        assert_eq!(super::cause("E0001 no `a` in `b` [frag:12]"), "E0001 no `_` in `_`");
    }
}
