//! Helpers of several lowerings: facts about types that follow from those of their parts, each computed once; indices.

use crate::framework::rewrite::Rewriter;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Length, Module, Op, Operand, Precision, Scalar, SideTable, Type, TypeData, Value, types::common, visit,
};

/// Makes `known` hold the fact of `root` and of all its parts; `fact` gives it from those of the parts. Without
/// recursion, since types nest as deeply as the input likes; a type within itself has no fact there.
pub(crate) fn learn<T>(
    module: &Module,
    root: Type,
    known: &mut FxHashMap<Type, T>,
    fact: impl Fn(&FxHashMap<Type, T>, Type) -> T,
) {
    // Those that wait for their parts.
    let mut open = FxHashSet::default();
    let mut stack = vec![(root, false)];
    while let Some((ty, parts_known)) = stack.pop() {
        if known.contains_key(&ty) {
            continue;
        }
        if parts_known {
            let value = fact(known, ty);
            known.insert(ty, value);
            open.remove(&ty);
            continue;
        }
        stack.push((ty, true));
        open.insert(ty);
        match module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                stack.push((element, false))
            }
            TypeData::Struct(id) => {
                // A type that waits for itself would wait forever.
                let parts = module.structs[id].members.iter().map(|member| member.ty);
                stack.extend(parts.filter(|part| !open.contains(part)).map(|part| (part, false)));
            }
            _ => {}
        }
    }
}

/// Number of elements of an array of arrays; 1 for what is no array, `None` where a length is not known.
pub(crate) fn product_of_lengths(module: &Module, mut ty: Type) -> Option<u32> {
    let mut product = 1u32;
    while let TypeData::Array { element, length } = module.types.get(ty) {
        let Length::Constant(length) = length else { return None };
        product = product.saturating_mul(length);
        ty = element;
    }
    Some(product)
}

/// An index as an `int`.
pub(super) fn index_i32(rewriter: &mut Rewriter<'_>, index: Operand) -> Operand {
    let ty = rewriter.ty(index);
    match rewriter.module.types.scalar_of(ty) {
        Some(Scalar::I32) | None => index,
        Some(Scalar::U32) => rewriter.push(Op::Bitcast, &[index], 0, common::I32, Precision::None),
        Some(scalar) if scalar.is_signed() => {
            rewriter.push(Op::Sconvert, &[index], 0, common::I32, Precision::None)
        }
        Some(_) => rewriter.push(Op::Uconvert, &[index], 0, common::I32, Precision::None),
    }
}

/// Removes addresses that nothing uses.
pub(crate) fn drop_unused_addresses(module: &mut Module) {
    for id in module.code_ids() {
        let function = &module.functions[id];
        let insts = visit::insts(function);
        let mut uses: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
        for &(_, inst) in &insts {
            for value in function.used_values(inst) {
                uses.set(value, uses.at(value) + 1);
            }
        }
        let mut unused = FxHashSet::default();
        let mut blocks = FxHashSet::default();
        for &(block, inst) in insts.iter().rev() {
            let is_used = function.result(inst).is_some_and(|result| uses.at(result) > 0);
            if function.op(inst) != Op::Access || is_used {
                continue;
            }
            for value in function.used_values(inst) {
                uses.set(value, uses.at(value).saturating_sub(1));
            }
            unused.insert(inst);
            blocks.insert(block);
        }
        let function = &mut module.functions[id];
        for block in blocks {
            function.blocks[block].insts.retain(|inst| !unused.contains(inst));
        }
    }
}
