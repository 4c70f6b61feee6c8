//! Chains: trees of one associative operation whose inner nodes nothing else uses, as lists of their operands.
//!
//! ```text
//! %1: f32 = fadd %a, %b
//! %2: f32 = fadd %c, %d
//! %3: f32 = fadd %1, %2        a chain with the leaves %a, %b, %c, %d
//! ```

use crate::analysis::nesting::Nesting;
use crate::analysis::uses::Uses;
use vitrum_ir::{FunctionData, Inst, Op, Operand, ValueFlags};

/// Leaves of a chain at most.
pub(crate) const MOST_LEAVES: usize = 16;

/// A tree of one operation in one block.
pub(crate) struct Chain {
    /// Its operands, from left to right.
    pub(crate) leaves: Vec<Operand>,
    /// Its operations, the whole first.
    pub(crate) nodes: Vec<Inst>,
}

impl Chain {
    /// The chain that ends at an instruction, unless that is part of a longer one. All of it is of one precision, and
    /// nothing in it is `precise`, or varies within a group where that is said.
    pub(crate) fn ending_at(
        function: &FunctionData,
        nesting: &Nesting,
        uses: &Uses,
        root: Inst,
    ) -> Option<Self> {
        let op = function.op(root);
        let fits = |inst: Inst| is_node(function, nesting, root, inst);
        let result = function.result(root)?;
        if !fits(root) {
            return None;
        }
        if let &[only] = uses.users(result)
            && function.op(only) == op
            && is_node(function, nesting, only, root)
        {
            return None;
        }
        let mut chain = Self { leaves: Vec::new(), nodes: vec![root] };
        let mut work: Vec<Operand> = function.operands(root).iter().rev().copied().collect();
        while let Some(operand) = work.pop() {
            let used_once = operand.value().is_some_and(|value| uses.is_used_once(value));
            let inner = function.definition(operand).filter(|_| used_once);
            match inner.filter(|&inst| fits(inst) && chain.leaves.len() + work.len() + 2 <= MOST_LEAVES) {
                Some(inst) => {
                    chain.nodes.push(inst);
                    work.extend(function.operands(inst).iter().rev());
                }
                None => chain.leaves.push(operand),
            }
        }
        Some(chain)
    }
}

/// True if an instruction can be part of the chain that ends at another.
fn is_node(function: &FunctionData, nesting: &Nesting, root: Inst, inst: Inst) -> bool {
    let (Some(whole), Some(value)) = (function.result(root), function.result(inst)) else { return false };
    let (whole, value) = (function.values[whole], function.values[value]);
    let marked = ValueFlags::PRECISE.union(ValueFlags::NONUNIFORM);
    function.op(inst) == function.op(root)
        && nesting.block(inst) == nesting.block(root)
        && whole.precision == value.precision
        && !value.flags.intersects(marked)
}

/// True if the operands of an operation may be put together in any order, if floats may.
pub(crate) fn is_associative(op: Op, floats: bool) -> bool {
    matches!(op, Op::Iadd | Op::Imul | Op::Iand | Op::Ior | Op::Ixor | Op::And | Op::Or)
        || floats && matches!(op, Op::Fadd | Op::Fmul)
}
