//! Liveness: the live range of each value.
//!
//! ```text
//! %a: f32 = load @in          1
//! loop {                      2
//!     store @out, %a          3    needed again: %a lives to the end of the loop
//!     continue                4
//! }
//! ```
//!
//! A value lives from the instruction that gives it (or the start of its block) to its last use. What is used in a loop and
//! comes from outside lives as long as the loop.

use super::nesting::Nesting;
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, Op, SideTable, Value, ValueDef, visit};

/// The end of the live range of each value, in the numbers of [`Nesting`].
#[derive(Clone, Debug)]
pub struct Liveness {
    ends: SideTable<Value, u32>,
}

impl Liveness {
    /// Of a function.
    pub fn new(function: &FunctionData, nesting: &Nesting) -> Self {
        let mut ends: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
        for (block, inst) in visit::insts(function) {
            for value in function.used_values(inst) {
                let home = home(function, nesting, value);
                let end = end_of_use(function, nesting, home, block, inst);
                let slot = ends.entry(value);
                *slot = end.max(*slot);
            }
        }
        Self { ends }
    }

    /// The number of the last instruction that needs a value, or one more than that of the last instruction of the loop
    /// that needs it again; 0 if none does.
    pub fn end(&self, value: Value) -> u32 {
        self.ends.at(value)
    }

    /// True if a value is needed behind an instruction that comes after what gives it.
    pub fn is_needed_behind(&self, nesting: &Nesting, value: Value, inst: Inst) -> bool {
        self.end(value) > nesting.position(inst)
    }
}

/// The block that a value is given in.
fn home(function: &FunctionData, nesting: &Nesting, value: Value) -> Option<Block> {
    match function.values[value].def() {
        ValueDef::Param { block, .. } => Some(block),
        ValueDef::Result { inst, .. } => nesting.block(inst),
    }
}

/// The end of a live range for one use: the use, or the end of the outermost loop around it that lacks the definition.
fn end_of_use(
    function: &FunctionData,
    nesting: &Nesting,
    home: Option<Block>,
    block: Block,
    user: Inst,
) -> u32 {
    let mut end = nesting.position(user);
    let mut at = block;
    while Some(at) != home {
        let Some(owner) = nesting.owner(at) else { break };
        if function.op(owner) == Op::Loop {
            // The continuing block is part of the iteration that the body began.
            let same = match function.control(owner).map(|control| &control.kind) {
                Some(&ControlKind::Loop { body, .. }) => Some(body) == home,
                _ => false,
            };
            if same {
                break;
            }
            // It is needed behind the last instruction, too: in the next iteration.
            end = end.max(nesting.end(owner, function) + 1);
        }
        let Some(outer) = nesting.block(owner) else { break };
        at = outer;
    }
    end
}
