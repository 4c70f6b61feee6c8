//! The committed list of mutants that change nothing that a test could see, each with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::mutant::Mutant;

/// The list, relative to the root: a name, a tab and a reason a line. The name is that of a mutant, or of a function for all
/// in it.
pub(crate) const FILE: &str = "tools/mutate/equivalent.txt";

/// The list.
pub(crate) struct Equivalents(BTreeMap<String, String>);

impl Equivalents {
    /// Reads the list.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(root.join(FILE)).context(FILE)?;
        let mut reasons = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once('\t') {
                Some((name, reason)) if !reason.trim().is_empty() => {
                    reasons.insert(name.to_owned(), reason.trim().to_owned());
                }
                _ => bail!("{FILE}:{}: no reason behind a tab", number + 1),
            }
        }
        Ok(Self(reasons))
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// If a mutant is in the list, or the function that it is in.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name) || self.0.contains_key(function(name))
    }

    /// Names that no mutant of the tree has any more.
    pub(crate) fn stale(&self, every: &[Mutant]) -> Vec<&str> {
        let names: BTreeSet<&str> = every.iter().flat_map(|it| [&it.name, function(&it.name)]).collect();
        self.0.keys().map(String::as_str).filter(|name| !names.contains(name)).collect()
    }
}

/// The function in a mutant's name.
fn function(name: &str) -> &str {
    name.split_once(": ").map_or(name, |(function, _)| function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_can_name_a_function() {
        let list = Equivalents(BTreeMap::from([("a.rs cost".to_owned(), "It is a cost.".to_owned())]));
        assert!(list.contains("a.rs cost: always `b`"));
        assert!(!list.contains("a.rs cost_of: always `b`"));
    }
}
