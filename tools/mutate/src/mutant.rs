//! Mutants: a name that people read and that lasts, and a key by which the copy of the tree finds it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use crate::{effects, rules, sites};

/// A change of the compiler.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// The place and the change, such as `sink_code.rs run: skip if !data.op.effects().is_pure()`. It does not hold
    /// line numbers, so that a list of names lasts.
    pub(crate) name: String,
    /// The value of the environment variable that makes it alive.
    pub(crate) key: String,
    /// The kind of place it is in; samples take some of each kind.
    pub(crate) kind: Kind,
}

impl Mutant {
    /// The number of a mutant in code; those in tables have none.
    pub(crate) fn number(&self) -> Option<u32> {
        self.key.parse().ok()
    }
}

/// The kinds of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A condition in the code of a pass or an analysis.
    Check,
    /// A condition of a rewrite rule.
    RuleCondition,
    /// The mark of a rewrite rule.
    RuleMark,
    /// An effect in the tables of operations.
    Effect,
}

impl Kind {
    /// Every kind, with its share of a sample in percent.
    pub(crate) const SHARES: [(Self, usize); 4] =
        [(Self::Check, 55), (Self::RuleCondition, 20), (Self::RuleMark, 10), (Self::Effect, 15)];
}

/// Every mutant of the tree, in a fixed order.
pub(crate) fn all(root: &Path) -> Result<Vec<Mutant>> {
    let mut every = sites::mutants(root)?;
    every.extend(rules::mutants(root)?);
    every.extend(effects::mutants(root)?);
    number_repeated(&mut every);
    Ok(every)
}

/// Gives the second and later mutants of one name a number.
fn number_repeated(every: &mut [Mutant]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for mutant in every {
        let count = seen.entry(mutant.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            mutant.name = format!("{} ({count})", mutant.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_are_distinct() {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package lies in tools/");
        let every = all(root).expect("the tree can be read");
        for kind in Kind::SHARES.map(|row| row.0) {
            assert!(every.iter().filter(|it| it.kind == kind).count() > 20, "few mutants of {kind:?}");
        }
        let names: std::collections::BTreeSet<_> = every.iter().map(|it| &it.name).collect();
        let keys: std::collections::BTreeSet<_> = every.iter().map(|it| &it.key).collect();
        assert_eq!((names.len(), keys.len()), (every.len(), every.len()));
    }
}
