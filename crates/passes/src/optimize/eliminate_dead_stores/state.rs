//! Memory that matters from a place in the program on.

use crate::analysis::memory::{Overlap, Path, Step};
use vitrum_ir::{FunctionData, Module, Operand};

/// Addresses of each kind that are kept, at most.
const MOST: usize = 48;

/// The memory that is read and written from a place on.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Parts of memory that ends with the function that may be read.
    reads: Vec<Path>,
    /// True if all of it may be.
    reads_all: bool,
    /// Parts of other memory that are written before anyone looks, on every path.
    covered: Vec<Path>,
}

impl State {
    /// Everything may be read.
    pub(super) const UNKNOWN: Self = Self { reads: Vec::new(), reads_all: true, covered: Vec::new() };

    /// The state if any of some ways is taken.
    pub(super) fn joined(module: &Module, function: &FunctionData, ways: &[&Self]) -> Self {
        let Some((first, rest)) = ways.split_first() else { return Self::UNKNOWN };
        let mut all = (*first).clone();
        for way in rest {
            all.join_reads(way);
            all.covered.retain(|path| way.is_covered(module, function, path));
        }
        all
    }

    /// Adds what may be read.
    pub(super) fn join_reads(&mut self, other: &Self) {
        self.reads_all |= other.reads_all;
        for path in &other.reads {
            self.read(path.clone());
        }
    }

    /// Memory that ends with the function is read.
    pub(super) fn read(&mut self, path: Path) {
        if self.reads_all || self.reads.contains(&path) {
            return;
        }
        self.reads.push(path);
        if self.reads.len() > MOST {
            self.reads_all = true;
            self.reads.clear();
        }
    }

    /// Someone looks at memory.
    pub(super) fn look(&mut self, module: &Module, function: &FunctionData, path: &Path) {
        self.covered.retain(|it| path.overlap(module, function, it) == Overlap::Never);
    }

    /// Of the memory that others see, these addresses alone count as written.
    pub(super) fn keep(&mut self, keep: impl FnMut(&Path) -> bool) {
        self.covered.retain(keep);
    }

    /// True if memory that ends with the function may be read.
    pub(super) fn is_read(&self, module: &Module, function: &FunctionData, path: &Path) -> bool {
        self.reads_all || self.reads.iter().any(|it| it.overlap(module, function, path) != Overlap::Never)
    }

    /// True if all of some other memory is written before anyone looks.
    pub(super) fn is_covered(&self, module: &Module, function: &FunctionData, path: &Path) -> bool {
        let is_whole =
            |it: &Path| matches!(path.overlap(module, function, it), Overlap::Same | Overlap::Inside);
        self.covered.iter().any(is_whole)
    }

    /// Memory is written. What it held before is not read by what comes later.
    pub(super) fn write(&mut self, module: &Module, function: &FunctionData, path: Path, ends: bool) {
        if ends {
            self.reads
                .retain(|it| !matches!(it.overlap(module, function, &path), Overlap::Same | Overlap::Inside));
        } else if self.covered.len() < MOST {
            self.covered.push(path);
        }
    }
}

/// An address as another iteration may have it: with all that an index which is not steady may choose.
pub(super) fn widened(path: &Path, is_steady: impl Fn(Operand) -> bool) -> Path {
    let is_known = |step: &&Step| match **step {
        Step::Part(_) => true,
        Step::Dynamic(index) => is_steady(index),
    };
    Path { root: path.root, steps: path.steps.iter().take_while(is_known).copied().collect() }
}
