//! The variables that get registers, and their places.

use super::LocalsToRegisters;
use crate::analysis::liveness::Liveness;
use crate::hardware::chains::kept_values;
use crate::hardware::lower_explicit_memory::callers_first;
use crate::hardware::registers::array_registers;
use crate::hardware::registers::words::word_count;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{
    Function, FunctionData, Inst, Length, Module, Op, Type, TypeData, Value, types::common, typing, visit,
};

/// An array of registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Array {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// The arrays of all functions, by variable.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) arrays: FxHashMap<Function, FxHashMap<Inst, Array>>,
    /// Registers of types; `None` for those that have none, or too many to be counted.
    words: FxHashMap<Type, Option<u32>>,
}

/// True if an operation accesses the variable that its first operand leads to, in a way that registers have.
pub(super) fn accesses(op: Op) -> bool {
    matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::Access)
}

/// The types of the parts of a composite; `None` for what has no parts.
pub(super) fn parts(module: &Module, ty: Type) -> Option<Vec<Type>> {
    match module.types.get(ty) {
        TypeData::Struct(_) => Some(module.members(ty).iter().map(|member| member.ty).collect()),
        TypeData::Vector { .. } | TypeData::Matrix { .. } | TypeData::Array { .. } => {
            let part = typing::part_type(module, ty, 0)?;
            Some(vec![part; module.types.length(ty)? as usize])
        }
        _ => None,
    }
}

/// A variable that can be in registers, and the text in which it is live.
struct Variable {
    inst: Inst,
    count: u32,
    start: u32,
    end: u32,
}

impl Plan {
    /// Registers of a type that was counted.
    pub(super) fn words(&mut self, module: &Module, ty: Type) -> u32 {
        self.count(module, ty).unwrap_or(0)
    }

    /// Registers of a type. Without recursion, since types nest deeply.
    fn count(&mut self, module: &Module, ty: Type) -> Option<u32> {
        let mut pending = vec![ty];
        while let Some(&next) = pending.last() {
            if self.words.contains_key(&next) {
                pending.pop();
                continue;
            }
            // One part stands for all that are alike.
            let (parts, times): (Vec<Type>, u32) = match module.types.get(next) {
                TypeData::Array { element, length: Length::Constant(length) } => (vec![element], length),
                TypeData::Struct(_) => (module.members(next).iter().map(|member| member.ty).collect(), 1),
                TypeData::Matrix { scalar, columns, rows } => {
                    let scalars = u32::from(columns) * u32::from(rows);
                    self.words.insert(next, Some(scalars * word_count(module, common::scalar(scalar))));
                    continue;
                }
                TypeData::Vector { scalar, size } => {
                    let count = u32::from(size) * word_count(module, common::scalar(scalar));
                    self.words.insert(next, Some(count));
                    continue;
                }
                data => {
                    let is_one = matches!(data, TypeData::Scalar(_) | TypeData::BufferReference { .. });
                    self.words.insert(next, is_one.then(|| word_count(module, next)));
                    continue;
                }
            };
            let before = pending.len();
            // A struct within itself does not verify, so this ends.
            pending.extend(parts.iter().copied().filter(|part| !self.words.contains_key(part)));
            if pending.len() == before {
                let counts = parts.iter().map(|part| self.words.get(part).copied().flatten());
                let sum = counts.into_iter().try_fold(0u32, |sum, count| sum.checked_add(count?));
                // Any number of parts without registers would be no larger.
                let count = sum.and_then(|sum| sum.checked_mul(times)).filter(|&count| count > 0);
                self.words.insert(next, count);
            }
        }
        self.words.get(&ty).copied().flatten()
    }

    /// Places the variables of each function behind those of all its callers, and behind the registers that the module has.
    pub(super) fn place_all(&mut self, module: &Module, options: &LocalsToRegisters) {
        let has =
            module.functions.values().map(|function| array_registers(module, function)).max().unwrap_or(0);
        let mut starts: FxHashMap<Function, u32> = FxHashMap::default();
        for id in callers_first(module) {
            let function = &module.functions[id];
            let start = starts.get(&id).copied().unwrap_or(has);
            let insts = visit::insts(function);
            let end = self.place(module, (id, function), &insts, (start, options));
            for callee in insts.iter().filter_map(|&(_, inst)| function.callee(inst)) {
                let slot = starts.entry(callee).or_insert(0);
                *slot = (*slot).max(end);
            }
        }
    }

    /// Places the variables of a function from a register on; gives the end of the registers that it uses.
    fn place(
        &mut self,
        module: &Module,
        (id, function): (Function, &FunctionData),
        insts: &[(vitrum_ir::Block, Inst)],
        (start, options): (u32, &LocalsToRegisters),
    ) -> u32 {
        let variables = self.find(module, (id, function), insts, options);
        let mut end = start;
        let mut arrays: FxHashMap<Inst, Array> = FxHashMap::default();
        // Arrays that are live, by their first registers: the end of each, and the text up to which it is live.
        let mut live: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for Variable { inst, count, start: from, end: to } in variables {
            live.retain(|_, row| row.1 >= from);
            let mut first = start;
            for (&other, &(behind, _)) in &live {
                if other.saturating_sub(first) >= count {
                    break;
                }
                first = behind;
            }
            let Some(behind) = first.checked_add(count).filter(|&behind| behind <= options.registers) else {
                continue;
            };
            live.insert(first, (behind, to));
            end = end.max(behind);
            arrays.insert(inst, Array { first, count });
        }
        if !arrays.is_empty() {
            self.arrays.insert(id, arrays);
        }
        end
    }

    /// The variables of a function that can be in registers, in order of the text.
    fn find(
        &mut self,
        module: &Module,
        (id, function): (Function, &FunctionData),
        insts: &[(vitrum_ir::Block, Inst)],
        options: &LocalsToRegisters,
    ) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        let mut of: FxHashMap<Value, usize> = FxHashMap::default();
        if insts.iter().all(|&(_, inst)| function.op(inst) != Op::Var) {
            return variables;
        }
        let kept = kept_values(module, id, accesses);
        let liveness = Liveness::new(function);
        for &(_, inst) in insts {
            let Some(result) = function.result(inst) else { continue };
            let variable = match function.op(inst) {
                Op::Var if !kept.contains(&result) => {
                    let ty = module.types.pointee(function.values[result].ty);
                    let count = ty.and_then(|ty| self.count(module, ty));
                    let Some(count) = count.filter(|count| (1..=options.most).contains(count)) else {
                        continue;
                    };
                    let Some(start) = liveness.position(inst) else { continue };
                    variables.push(Variable { inst, count, start, end: start });
                    variables.len() - 1
                }
                Op::Access => {
                    let base = function.operands(inst).first().and_then(|operand| operand.value());
                    match base.and_then(|value| of.get(&value)) {
                        Some(&variable) => variable,
                        None => continue,
                    }
                }
                _ => continue,
            };
            of.insert(result, variable);
            // Contents are live where an address is: what a loop has outside of it is live all through the loop.
            if let Some(variable) = variables.get_mut(variable) {
                let last = liveness.intervals(result).iter().map(|interval| interval.1).max();
                variable.end = variable.end.max(last.unwrap_or(0));
            }
        }
        variables
    }
}
