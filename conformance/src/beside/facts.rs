//! The facts that a module states beside its code: each is a subject and an attribute.
//!
//! ```text
//! capability Shader
//! variable Buffer B: Binding 1
//! member Buffer B.m: Offset 16
//! store Buffer B.m: Volatile|Aligned 16
//! value FMul(x, u.scale): NoContraction
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::binary::{Binary, Instructions};
use super::{code, interface};

/// Attributes by subject.
#[derive(Debug, Default)]
pub(crate) struct Facts(BTreeMap<String, BTreeSet<String>>);

impl Facts {
    /// All that the words of a module state.
    pub(crate) fn of(words: &[u32]) -> Result<Self, String> {
        let instructions = Instructions::parse(words)?;
        let binary = Binary::new(&instructions);
        let mut facts = Self::default();
        interface::add(&binary, &mut facts);
        code::add(&binary, &mut facts);
        Ok(facts)
    }

    /// Notes that there is a subject.
    pub(crate) fn exists(&mut self, subject: impl Into<String>) {
        self.0.entry(subject.into()).or_default();
    }

    /// Notes an attribute of a subject.
    pub(crate) fn add(&mut self, subject: impl Into<String>, attribute: impl Into<String>) {
        self.0.entry(subject.into()).or_default().insert(attribute.into());
    }

    /// How many facts there are.
    pub(crate) fn count(&self) -> usize {
        self.0.values().map(|attributes| attributes.len().max(1)).sum()
    }

    /// How `ours` differs from `theirs`, a line a difference: `+` before what only ours states, `-` before what only
    /// theirs does.
    pub(crate) fn differences(ours: &Self, theirs: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        let subjects: BTreeSet<&String> = ours.0.keys().chain(theirs.0.keys()).collect();
        for subject in subjects {
            match (ours.0.get(subject), theirs.0.get(subject)) {
                (Some(ours), Some(theirs)) => {
                    lines.extend(ours.difference(theirs).map(|it| format!("+ {subject}: {it}")));
                    lines.extend(theirs.difference(ours).map(|it| format!("- {subject}: {it}")));
                }
                (Some(_), None) if must_exist(subject) => lines.push(format!("+ {subject}")),
                (None, Some(_)) if must_exist(subject) => lines.push(format!("- {subject}")),
                _ => {}
            }
        }
        lines
    }
}

/// The kinds of subjects that correspond only where both modules have them: code may be written in several ways.
const OPTIONAL: &[&str] = &["value", "load", "store", "uniformity", "private"];

fn must_exist(subject: &str) -> bool {
    !OPTIONAL.contains(&subject.split(' ').next().unwrap_or_default())
}
