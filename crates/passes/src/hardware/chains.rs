//! Addresses as a global and indices, while a function is rewritten.

use crate::framework::rewrite::{Action, Rewriter};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::typing::operand_type;
use vitrum_ir::{Function, Global, Inst, Module, Op, Operand, OperandKind, TypeData, Value, visit};

/// An address: a global, and indices that lead to a part.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) global: Global,
    pub(crate) indices: Vec<Operand>,
}

/// The addresses of parts of some globals.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    globals: FxHashSet<Global>,
    known: FxHashMap<Value, Chain>,
}

impl Chains {
    /// Those of these globals.
    pub(crate) fn new(globals: FxHashSet<Global>) -> Self {
        Self { globals, known: FxHashMap::default() }
    }

    /// The address that an operand is.
    pub(crate) fn of_operand(&self, rewriter: &Rewriter<'_>, inst: Inst, position: usize) -> Option<Chain> {
        self.of(*rewriter.function().operands(inst).get(position)?)
    }

    /// The address that an operand is.
    pub(crate) fn of(&self, operand: Operand) -> Option<Chain> {
        match operand.kind() {
            OperandKind::Value(value) => self.known.get(&value).cloned(),
            OperandKind::Constant(_) => None,
            OperandKind::Global(global) => {
                self.globals.contains(&global).then(|| Chain { global, indices: Vec::new() })
            }
        }
    }

    /// Removes an address of a part, which accesses use no more.
    pub(crate) fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(result), Some(mut chain)) =
            (rewriter.function().result(inst), self.of_operand(rewriter, inst, 0))
        else {
            return Action::Keep;
        };
        chain.indices.extend_from_slice(rewriter.function().operands(inst).get(1..).unwrap_or(&[]));
        self.known.insert(result, chain);
        rewriter.changes += 1;
        Action::Remove
    }
}

/// Globals whose addresses are used by something else than the first operand of some operations.
pub(crate) fn kept_globals(module: &Module, accesses: impl Fn(Op) -> bool) -> FxHashSet<Global> {
    let mut globals = FxHashSet::default();
    for id in module.code_ids() {
        find_kept(module, id, &accesses, &mut globals);
    }
    globals
}

/// Addresses of a function that are used by something else than the first operand of some operations.
pub(crate) fn kept_values(module: &Module, id: Function, accesses: impl Fn(Op) -> bool) -> FxHashSet<Value> {
    find_kept(module, id, &accesses, &mut FxHashSet::default())
}

fn find_kept(
    module: &Module,
    id: Function,
    accesses: &impl Fn(Op) -> bool,
    globals: &mut FxHashSet<Global>,
) -> FxHashSet<Value> {
    let function = &module.functions[id];
    let mut kept: FxHashSet<Value> = FxHashSet::default();
    let insts = visit::insts(function);
    let mut keep = |kept: &mut FxHashSet<Value>, operand: Operand| match operand.kind() {
        OperandKind::Value(value) => {
            kept.insert(value);
        }
        OperandKind::Global(global) => {
            globals.insert(global);
        }
        OperandKind::Constant(_) => {}
    };
    for &(_, inst) in &insts {
        for (position, &operand) in function.operands(inst).iter().enumerate() {
            let ty = module.types.get(operand_type(module, function, operand));
            let is_address = matches!(ty, TypeData::Pointer { .. });
            if is_address && (position > 0 || !accesses(function.op(inst))) {
                keep(&mut kept, operand);
            }
        }
    }
    // An address is made before it is used.
    for &(_, inst) in insts.iter().rev() {
        let is_kept = function.result(inst).is_some_and(|result| kept.contains(&result));
        if let (Op::Access, true, Some(&base)) = (function.op(inst), is_kept, function.operands(inst).first())
        {
            keep(&mut kept, base);
        }
    }
    kept
}
