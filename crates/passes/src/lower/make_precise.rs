//! Marks every value `precise`, so that later passes and the back ends compute it as written.

use crate::framework::session::Session;
use vitrum_ir::{Module, ValueFlags};

/// Runs the pass; gives the number of values marked.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    if !session.may_change() {
        return 0;
    }
    let mut count = 0;
    for value in module.functions.values_mut().flat_map(|function| function.values.values_mut()) {
        count += usize::from(!value.flags.contains(ValueFlags::PRECISE));
        value.flags.insert(ValueFlags::PRECISE);
    }
    count
}
