//! Registers: out of SSA for every value, with coalesced copies, and a linear scan over structured code.
//!
//! [`allocate`] gives each value of a function a place and each jump a sequence of copies:
//!
//! ```text
//! %r: i32 = loop 0i32 (%i: i32) {              loop           r0 = 0
//!     %1: bool = slt %i, %n                    %1             r2 = slt r0, r1
//!     if %1 { merge } else { break %i }        break          (nothing: %r and %i share r0)
//!     %2: i32 = iadd %i, 1i32                  %2             r0 = iadd r0, 1
//!     continue %2                              continue       (nothing)
//! }
//! ```
//!
//! Values that flow into one another share registers if no two of them are live at once (Boissinot and others, "Revisiting
//! out-of-SSA translation"): those in inner loops first. Places are given by first fit in order of the text, into the holes of
//! live intervals as well. If registers are few, values with the fewest uses for their length go to slots of scratch memory as a
//! whole. A register has 32 bits; a value takes consecutive ones, one for each component, two for 64 bits.
//!
//! Copies of one jump are made at once; the sequence has the same effect, and circles go through a temporary. The condition of a
//! `break_if` and the selector of a `switch` are read behind the copies.

mod classes;
mod scan;
pub(crate) mod words;

use crate::analysis::copies::sequence;
use crate::analysis::liveness::Liveness;
use crate::lower::lower_block_parameters::find_joins;
use classes::Classes;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{FunctionData, Inst, Intrinsic, Module, Operand, SideTable, Value, visit};
use words::Words;

/// The registers of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterFiles {
    /// The number of registers for words; none for as many as are needed.
    pub words: Option<u32>,
    /// The number of registers for Booleans, which go to words without it.
    pub booleans: Option<u32>,
    /// False to give each value a place of its own, and to copy at each jump.
    pub coalesces: bool,
}

impl Default for RegisterFiles {
    fn default() -> Self {
        Self { words: None, booleans: None, coalesces: true }
    }
}

/// A file of registers, or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum File {
    /// Registers of 32 bits.
    Words,
    /// Registers of one bit.
    Booleans,
    /// Words of scratch memory, for values that got no register.
    Slots,
    /// A variable that holds a value as a whole: large arrays and cooperative matrices.
    Whole,
    /// Registers of 32 bits with an index, which hold variables, no values: `locals_to_registers` places them.
    Arrays,
}

/// The place of a value: consecutive registers or slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: File,
    /// The first register or slot.
    pub first: u32,
    /// The number of them.
    pub count: u32,
}

/// A register, a slot or the temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// One of a file.
    In(File, u32),
    /// The temporary of the file, which holds nothing between the copies of a jump.
    Temporary(File),
}

/// The source of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopySource {
    /// A register, a slot or the temporary.
    Location(Location),
    /// A word of a constant.
    Constant(Operand, u32),
}

/// A copy of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterCopy {
    /// The target.
    pub to: Location,
    /// The source.
    pub from: CopySource,
}

/// The registers of a function.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    places: SideTable<Value, Option<Place>>,
    copies: BTreeMap<u32, Vec<RegisterCopy>>,
    /// The number of registers of each file that are used, of slots and of whole variables.
    pub used: BTreeMap<File, u32>,
    /// A value of each whole variable.
    pub wholes: Vec<Value>,
}

impl Allocation {
    /// The place of a value; `None` for one that needs none: an address or a resource.
    pub fn place(&self, value: Value) -> Option<Place> {
        self.places.at(value)
    }

    /// The copies that a jump or a control instruction makes, in sequence.
    pub fn copies(&self, inst: Inst) -> &[RegisterCopy] {
        self.copies.get(&(vitrum_ir::Id::index(inst) as u32)).map_or(&[], Vec::as_slice)
    }

    /// The number of copies of all jumps.
    pub fn copy_count(&self) -> usize {
        self.copies.values().map(Vec::len).sum()
    }
}

/// Gives the values of a function registers; `None` if a value that jumps pass on can be in none.
pub fn allocate(module: &Module, function: &FunctionData, files: &RegisterFiles) -> Option<Allocation> {
    let liveness = Liveness::new(function);
    let words = Words { booleans_apart: files.booleans.is_some() };
    let joins = find_joins(function, liveness.positions(), false);
    if joins.iter().any(|join| words.of(module, function.values[join.target].ty).is_none()) {
        return None;
    }
    let mut classes = Classes::new(module, function, &liveness, words);
    if files.coalesces {
        classes.coalesce(&joins);
    }
    let mut allocation =
        Allocation { places: SideTable::filled(function.values.len(), None), ..Allocation::default() };
    scan::assign(&mut classes, files, &mut allocation);
    for &value in liveness.values() {
        let place = classes.class(value).and_then(|class| classes.place(class));
        allocation.places.set(value, place);
    }
    let mut by_jump: BTreeMap<u32, Vec<(Value, Operand)>> = BTreeMap::new();
    for join in &joins {
        for &(jump, source) in &join.sources {
            by_jump.entry(vitrum_ir::Id::index(jump) as u32).or_default().push((join.target, source));
        }
    }
    for (jump, copies) in by_jump {
        let copies = in_sequence(module, &allocation, copies);
        if !copies.is_empty() {
            allocation.copies.insert(jump, copies);
        }
    }
    let arrays = array_registers(module, function);
    if arrays > 0 {
        allocation.used.insert(File::Arrays, arrays);
    }
    Some(allocation)
}

/// The number of registers with an index that a function uses.
pub(super) fn array_registers(module: &Module, function: &FunctionData) -> u32 {
    let end = |inst: Inst| {
        let intrinsic = function.intrinsic(inst)?;
        if !matches!(intrinsic, Intrinsic::LoadRegister | Intrinsic::StoreRegister) {
            return None;
        }
        // The first register and their number are the last operands.
        let [.., first, count] = function.operands(inst) else { return None };
        let end = module.as_int(*first)?.checked_add(module.as_int(*count)?)?;
        u32::try_from(end).ok()
    };
    visit::insts(function).into_iter().filter_map(|(_, inst)| end(inst)).max().unwrap_or(0)
}

/// The copies of one jump, register by register.
fn in_sequence(module: &Module, allocation: &Allocation, copies: Vec<(Value, Operand)>) -> Vec<RegisterCopy> {
    let mut moves: BTreeMap<File, Vec<(Location, Location)>> = BTreeMap::new();
    let mut constants = Vec::new();
    let mut given: FxHashMap<Location, ()> = FxHashMap::default();
    for (target, source) in copies {
        let Some(to) = allocation.place(target) else { continue };
        if module.is_undefined(source) {
            continue;
        }
        for index in 0..to.count {
            let location = Location::In(to.file, to.first + index);
            // The cases of a switch get the same values, perhaps in the same registers.
            if given.insert(location, ()).is_some() {
                continue;
            }
            match source.value().map(|value| allocation.place(value)) {
                Some(Some(from)) => {
                    let from = Location::In(from.file, from.first + index);
                    moves.entry(kind(to.file)).or_default().push((location, from));
                }
                Some(None) => {}
                None => {
                    constants.push(RegisterCopy { to: location, from: CopySource::Constant(source, index) })
                }
            }
        }
    }
    let mut all = Vec::new();
    for (file, moves) in moves {
        let copies = sequence(&moves, Location::Temporary(file)).into_iter();
        all.extend(copies.map(|(to, from)| RegisterCopy { to, from: CopySource::Location(from) }));
    }
    all.extend(constants);
    all
}

/// The file of the temporary: words and slots are copied to one another.
fn kind(file: File) -> File {
    match file {
        File::Slots => File::Words,
        other => other,
    }
}
