//! Paths: which part of a global each address leads to.

use rustc_hash::FxHashMap;
use vitrum_ir::{FunctionData, Global, Inst, Op, Operand, OperandKind, Value};

/// A part of a global: the global and the indices that choose the part.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) global: Global,
    pub(crate) indices: Vec<Operand>,
}

/// The paths of the addresses in a function that start at chosen globals.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    known: FxHashMap<Value, Path>,
}

impl Paths {
    /// The path that an operand follows, if it is one of the chosen globals or a part of it.
    pub(crate) fn of(&self, operand: Operand, chosen: impl Fn(Global) -> bool) -> Option<Path> {
        match operand.kind() {
            OperandKind::Global(global) => chosen(global).then(|| Path { global, indices: Vec::new() }),
            OperandKind::Value(value) => self.known.get(&value).cloned(),
            OperandKind::Constant(_) => None,
        }
    }

    /// Notes where the result of an [`Op::Access`] leads; gives it.
    pub(crate) fn learn(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        chosen: impl Fn(Global) -> bool,
    ) -> Option<Path> {
        if function.op(inst) != Op::Access {
            return None;
        }
        let (&base, indices) = function.operands(inst).split_first()?;
        let mut path = self.of(base, chosen)?;
        path.indices.extend_from_slice(indices);
        self.known.insert(function.result(inst)?, path.clone());
        Some(path)
    }
}
