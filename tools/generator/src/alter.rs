//! Random changes of modules, to measure the verifier: most of them make a module that no front end would.
//!
//! A change is local: a storage class, a decoration, a type, an operand, an operation. The table [`CHANGES`] names the
//! kinds; a seed selects one and the place. What a changed module means does not matter, only if the verifier takes it.

mod code;
mod insertions;
mod interface;
mod modes;
mod types;

use crate::random::Random;
use vitrum_ir::Module;

/// A kind of change: changes something and says what, or finds nothing of its kind.
type Change = fn(&mut Module, &mut Random) -> Option<String>;

/// The kinds of changes, with their names in reports.
const CHANGES: &[(&str, Change)] = &[
    ("storage", interface::storage),
    ("number", interface::number),
    ("qualifier", interface::qualifier),
    ("interpolation", interface::interpolation),
    ("built-in", interface::builtin),
    ("block", interface::block),
    ("initialiser", interface::initializer),
    ("global type", interface::ty),
    ("member", interface::member),
    ("stage", modes::stage),
    ("mode", modes::mode),
    ("specialisation", modes::specialization),
    ("type", types::everywhere),
    ("image type", types::image),
    ("operand", code::operand),
    ("like operand", code::like_operand),
    ("constant", code::constant),
    ("immediate", code::immediate),
    ("operation", code::operation),
    ("intrinsic", code::intrinsic),
    ("result", code::result),
    ("instruction", code::instruction),
    ("parameter", code::parameter),
    ("new variable", insertions::variable),
    ("new instruction", insertions::instruction),
];

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alteration {
    /// Its kind: a name of [`kinds`].
    pub kind: &'static str,
    /// The place, and what was put there.
    pub what: String,
}

/// The names of all kinds of changes.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    CHANGES.iter().map(|row| row.0)
}

/// The change of a module that `seed` selects; `None` if the module has nothing that it could change.
pub fn alter(module: &mut Module, seed: u64) -> Option<Alteration> {
    let mut random = Random::new(seed);
    // Not every module has an intrinsic, a member or an image.
    for _ in 0..8 {
        let &(kind, change) = random.pick(CHANGES)?;
        if let Some(what) = change(module, &mut random) {
            return Some(Alteration { kind, what });
        }
    }
    None
}
