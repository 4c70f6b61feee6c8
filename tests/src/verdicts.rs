//! Verdicts of earlier runs: an output that a judge accepted is not judged again.
//!
//! The file that `VITRUM_VERDICTS` names holds a hash a line, of the judge's version, its arguments and its input. `cargo xtask
//! test` names one in `target`; without the variable every output is judged.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Inputs that judges accepted.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    accepted: Mutex<HashSet<u128>>,
    file: Option<Mutex<File>>,
}

impl Verdicts {
    /// Reads the file, if there is one.
    pub(crate) fn read() -> Self {
        let Some(path) = std::env::var_os("VITRUM_VERDICTS") else { return Self::default() };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let accepted = text.lines().filter_map(|line| u128::from_str_radix(line, 16).ok()).collect();
        // Without the file, everything is judged.
        let file = OpenOptions::new().create(true).append(true).open(&path).ok().map(Mutex::new);
        Self { accepted: Mutex::new(accepted), file }
    }

    /// True if this was accepted before.
    pub(crate) fn is_accepted(&self, key: u128) -> bool {
        self.file.is_some() && self.accepted.lock().unwrap_or_else(PoisonError::into_inner).contains(&key)
    }

    /// Keeps what was accepted now.
    pub(crate) fn accept(&self, key: u128) {
        let Some(file) = &self.file else { return };
        if self.accepted.lock().unwrap_or_else(PoisonError::into_inner).insert(key) {
            // One write a line, so that lines of processes that run together stay whole.
            let line = format!("{key:032x}\n");
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        }
    }
}

/// The hash of what is judged.
pub(crate) fn key(parts: impl Hash) -> u128 {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        (seed, &parts).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests {
    use super::{Verdicts, key};

    #[test]
    fn keys_depend_on_all_parts() {
        let keys = [key(("a", "b", 1)), key(("a", "b", 2)), key(("a", "c", 1))];
        assert!(keys[0] != keys[1] && keys[0] != keys[2]);
        assert_eq!(keys[0], key(("a", "b", 1)));
    }

    #[test]
    fn no_verdict_is_accepted_without_a_file() {
        let verdicts = Verdicts::default();
        verdicts.accept(1);
        assert!(!verdicts.is_accepted(1));
    }
}
