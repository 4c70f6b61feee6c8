//! Editing a function: changes are collected, and made in one sweep at the end.
//!
//! A pass asks a [`FunctionEditor`] for changes while it walks the function as it was; [`FunctionEditor::finish`]
//! makes them. Replacing all uses of a value costs constant time, since it is a note that the sweep follows, and a
//! block with many insertions is rebuilt once. [`FunctionEditor::transform`] goes over every instruction.
//!
//! ```text
//! %1: i32 = iadd %0, 0i32      replace_all_uses(%1, %0), remove(iadd)
//! store %p, %1                 store %p, %0
//! ```

mod compact;
mod copy;
mod globals;
mod inline;

pub use compact::{compact, compact_to};
pub use copy::Renames;
pub use globals::{redirect_global, remove_globals, replace_globals, retype_global};
pub use inline::{InlineError, inline_call};

use crate::constants::Constant;
use crate::function::{Block, BlockData, FunctionData, Inst, List, Operand, Value, ValueFlags};
use crate::module::Precision;
use crate::names::Name;
use crate::ops::Op;
use crate::span::Span;
use crate::types::Type;
use crate::visit;
use rustc_hash::FxHashMap;

/// A copy, in `to`, of the body of another function; `renames` says what stands for its parameters. The copy has no
/// parameters and is in no place yet.
pub fn copy_body(from: &FunctionData, to: &mut FunctionData, renames: &mut Renames) -> Block {
    copy::body(from, to, renames)
}

/// A copy of a block within its function, without parameters; `renames` says what stands for those. The copy is in no
/// place yet.
pub fn copy_block(function: &mut FunctionData, block: Block, renames: &mut Renames) -> Block {
    copy::unbound(function, block, renames)
}

/// What becomes of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It stays.
    Keep,
    /// It goes; nothing uses its results.
    Remove,
    /// It goes; these stand for its results.
    Replace(Vec<Operand>),
}

/// What is to be done at an instruction.
#[derive(Debug, Default)]
struct Edits {
    before: Vec<Inst>,
    after: Vec<Inst>,
    removed: bool,
}

/// Collects changes of a function.
#[derive(Debug)]
pub struct FunctionEditor<'f> {
    function: &'f mut FunctionData,
    forward: FxHashMap<Value, Operand>,
    edits: FxHashMap<Inst, Edits>,
    head: Vec<Inst>,
    changed: bool,
}

impl<'f> FunctionEditor<'f> {
    /// An editor without changes.
    pub fn new(function: &'f mut FunctionData) -> Self {
        Self {
            function,
            forward: FxHashMap::default(),
            edits: FxHashMap::default(),
            head: Vec::new(),
            changed: false,
        }
    }

    /// The function without the changes that are still to be made.
    pub fn function(&self) -> &FunctionData {
        self.function
    }

    /// Whether there were changes.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Makes every use of `value`, also one that is still to be inserted, a use of `with`.
    pub fn replace_all_uses(&mut self, value: Value, with: Operand) {
        self.changed = true;
        self.forward.insert(value, with);
    }

    /// What stands for an operand by now.
    pub fn resolve(&mut self, operand: Operand) -> Operand {
        let mut end = operand;
        // A chain is at most as long as there are replacements; one that leads back is left where that is seen.
        for _ in 0..=self.forward.len() {
            match end.value().and_then(|value| self.forward.get(&value)) {
                Some(&next) if next != operand => end = next,
                _ => break,
            }
        }
        // Later questions are answered at once.
        let mut at = operand;
        while let Some(value) = at.value() {
            match self.forward.get_mut(&value) {
                Some(next) if *next != end && at != end => at = std::mem::replace(next, end),
                _ => break,
            }
        }
        end
    }

    /// Takes an instruction out. Its blocks go with it.
    pub fn remove(&mut self, inst: Inst) {
        self.changed = true;
        self.edits.entry(inst).or_default().removed = true;
    }

    /// Puts a new instruction before another, behind what was put there already.
    pub fn insert_before(&mut self, at: Inst, inst: Inst) {
        self.changed = true;
        self.edits.entry(at).or_default().before.push(inst);
    }

    /// Puts a new instruction behind another and what was put there already.
    pub fn insert_after(&mut self, at: Inst, inst: Inst) {
        self.changed = true;
        self.edits.entry(at).or_default().after.push(inst);
    }

    /// Puts the instructions of `block`, which becomes empty, in the place of an instruction. If they end with a
    /// terminator, that is dropped and given back for its operands, unless `at` is a terminator itself.
    pub fn splice(&mut self, at: Inst, block: Block) -> Option<Inst> {
        let mut insts = std::mem::take(&mut self.function.blocks[block].insts);
        let ends = insts.last().is_some_and(|&last| self.function.insts[last].op.is_terminator());
        let keeps = self.function.insts[at].op.is_terminator();
        let terminator = if ends && !keeps { insts.pop() } else { None };
        self.changed = true;
        let edits = self.edits.entry(at).or_default();
        edits.before.extend(insts);
        edits.removed = true;
        terminator
    }

    /// Makes an instruction to be inserted, with results of these types.
    pub fn new_inst(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        results: &[(Type, Precision)],
        span: Span,
    ) -> Inst {
        let inst = self.function.new_inst(op, operands, imm, span);
        self.function.add_results(inst, results);
        inst
    }

    /// Gives an instruction other operands.
    pub fn set_operands(&mut self, inst: Inst, operands: &[Operand]) {
        self.changed = true;
        self.function.set_operands(inst, operands);
    }

    /// Names a value.
    pub fn set_name(&mut self, value: Value, name: Name) {
        self.changed = true;
        self.function.set_value_name(value, name);
    }

    /// Gives a value other flags.
    pub fn set_flags(&mut self, value: Value, flags: ValueFlags) {
        self.changed = true;
        self.function.values[value].flags = flags;
    }

    /// Declares a variable at the head of the function; `pointer` is the type of a pointer to function storage.
    pub fn declare_variable(
        &mut self,
        pointer: Type,
        precision: Precision,
        name: Name,
        initializer: Option<Constant>,
    ) -> Option<Value> {
        let operands: Vec<Operand> = initializer.map(Operand::from).into_iter().collect();
        let inst = self.new_inst(Op::Var, &operands, 0, &[(pointer, precision)], Span::default());
        self.changed = true;
        self.head.push(inst);
        let value = self.function.result(inst)?;
        self.function.set_value_name(value, name);
        Some(value)
    }

    /// Takes an instruction and what follows it out of a block, and gives them back as a new one. The old block
    /// lacks a terminator then.
    pub fn split(&mut self, block: Block, at: Inst) -> Block {
        let insts = &mut self.function.blocks[block].insts;
        let position = insts.iter().position(|&inst| inst == at).unwrap_or(insts.len());
        let insts = insts.drain(position..).collect();
        self.changed = true;
        self.function.blocks.alloc(BlockData { params: List::new(), insts })
    }

    /// A copy of a block and all blocks within. Uses of what is defined inside are uses of the copies; `renames`
    /// can say what stands for other values, and says afterwards what every value became.
    pub fn clone_block(&mut self, block: Block, renames: &mut Renames) -> Block {
        self.changed = true;
        copy::within(self.function, block, renames)
    }

    /// Asks what becomes of every instruction, in text order. The closure can insert and replace besides.
    pub fn transform(&mut self, mut change: impl FnMut(&mut Self, Inst) -> Change) {
        for (_, inst) in visit::insts(self.function) {
            match change(self, inst) {
                Change::Keep => {}
                Change::Remove => self.remove(inst),
                Change::Replace(operands) => {
                    for (result, operand) in self.function.results(inst).zip(operands) {
                        self.replace_all_uses(result, operand);
                    }
                    self.remove(inst);
                }
            }
        }
    }

    /// Makes the changes. Whether there were any.
    pub fn finish(mut self) -> bool {
        if !self.changed {
            return false;
        }
        let body = self.function.body;
        self.function.blocks[body].insts.insert_from_slice(0, &self.head);
        let mut blocks = vec![body];
        while let Some(block) = blocks.pop() {
            if !self.edits.is_empty() {
                self.rebuild(block);
            }
            for index in 0..self.function.blocks[block].insts.len() {
                let inst = self.function.blocks[block].insts[index];
                blocks.extend(self.function.control(inst).into_iter().flat_map(|control| control.blocks()));
                if self.forward.is_empty() {
                    continue;
                }
                for operand in 0..self.function.operands(inst).len() {
                    let old = self.function.operands(inst)[operand];
                    let new = self.resolve(old);
                    self.function.operands_mut(inst)[operand] = new;
                }
            }
        }
        true
    }

    fn rebuild(&mut self, block: Block) {
        let edits = &mut self.edits;
        let insts = &mut self.function.blocks[block].insts;
        if !insts.iter().any(|inst| edits.contains_key(inst)) {
            return;
        }
        // Instructions that are inserted may have edits of their own.
        let mut pending: Vec<Inst> = insts.drain(..).rev().collect();
        while let Some(inst) = pending.pop() {
            let Some(Edits { before, after, removed }) = edits.remove(&inst) else {
                insts.push(inst);
                continue;
            };
            pending.extend(after.into_iter().rev());
            if !removed {
                pending.push(inst);
            }
            pending.extend(before.into_iter().rev());
        }
    }
}
