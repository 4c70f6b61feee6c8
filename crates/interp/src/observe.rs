//! Looking on while a module runs.

use vitrum_ir::{Inst, Value as ValueId};

use crate::value::Value;

/// Observes the body of the entry point, not the functions that it calls.
pub trait Observer {
    /// An instruction is about to be executed by these lanes, in ascending order. A lane is `astray` if it took a branch
    /// on an undefined value: whatever it does from then on is undefined.
    fn inst(&mut self, inst: Inst, lanes: &[Lane]);

    /// A lane gets a value, which may be changed before anything sees it.
    fn value(&mut self, value: ValueId, lane: usize, new: &mut Value);
}

/// A lane that executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its number.
    pub number: usize,
    /// True if it took a branch on an undefined value.
    pub astray: bool,
}

/// The observer of a run, if there is one.
#[derive(Default)]
pub(crate) struct Watch<'o>(pub(crate) Option<&'o mut dyn Observer>);

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Watch").field(&self.0.is_some()).finish()
    }
}
