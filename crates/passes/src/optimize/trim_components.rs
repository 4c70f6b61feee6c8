//! Removes unused components of vectors.
//!
//! ```text
//! %1: f32 = sin %x                              %2: vec2<f32> = load @in
//! %2: vec2<f32> = load @in                      %3: vec3<f32> = construct %2, undef f32
//! %3: vec3<f32> = construct %2, %1              loop %3 (%p: vec3<f32>) {
//! loop %3 (%p: vec3<f32>) {                         %5: vec2<f32> = swizzle.xy %p
//!     %4: vec3<f32> = insert.2 %p, %y               ...
//!     %5: vec2<f32> = swizzle.xy %4
//!     ...
//! ```
//!
//! What is put into a vector and wanted by nothing is not put there: an `insert` goes, a part of a `construct` becomes
//! undefined, and what computed it is dead. Which components are wanted is known around loops and through branches
//! ([`crate::analysis::demand`]), where the rules of `combine` do not follow them. A vector becomes narrower together with all that
//! takes and gives it (`narrow`); else it stays as wide as it is, for taking the wanted components out of its operands is
//! more to do than to compute one more.

mod narrow;

use crate::analysis::Analyses;
use crate::analysis::demand::Mask;
use crate::framework::session::Session;
use vitrum_ir::edit::FunctionEditor;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, TypeData, Value, typing, visit};

/// Runs the pass; gives the number of parts that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let ids: Vec<_> = module.functions.iter().map(|row| row.0).collect();
    let mut changes = 0;
    for id in ids {
        changes += narrow::narrow(module, id, session);
        let function = &module.functions[id];
        if !function.insts.iter().any(|(_, inst)| matches!(inst.op, Op::Insert | Op::Construct)) {
            continue;
        }
        let plan = plan(module, function);
        if plan.is_empty() {
            continue;
        }
        let mut undefined = Vec::with_capacity(plan.len());
        for change in &plan {
            undefined.push(match change {
                &Trim::Part(inst, position) => {
                    let operand = module.functions[id].operands(inst).get(position).copied();
                    operand.map(|operand| {
                        let ty = typing::operand_type(module, &module.functions[id], operand);
                        module.constants.undef(ty).into()
                    })
                }
                Trim::Insert(..) => None,
            });
        }
        let mut editor = FunctionEditor::new(&mut module.functions[id]);
        for (change, undefined) in plan.into_iter().zip(undefined) {
            if !session.may_change() {
                continue;
            }
            match (change, undefined) {
                (Trim::Insert(inst, value, whole), _) => {
                    editor.replace_all_uses(value, whole);
                    editor.remove(inst);
                }
                (Trim::Part(inst, position), Some(undefined)) => {
                    let mut operands = editor.function().operands(inst).to_vec();
                    if let Some(slot) = operands.get_mut(position) {
                        *slot = undefined;
                    }
                    editor.set_operands(inst, &operands);
                }
                (Trim::Part(..), None) => {}
            }
            changes += 1;
        }
        editor.finish();
    }
    changes
}

/// What is to go.
enum Trim {
    /// An `insert`: its result is its first operand.
    Insert(Inst, Value, Operand),
    /// A part of a `construct`.
    Part(Inst, usize),
}

fn plan(module: &Module, function: &FunctionData) -> Vec<Trim> {
    let facts = Analyses::new(module, function);
    let demand = facts.demand();
    let mut plan = Vec::new();
    for (_, inst) in visit::insts(function) {
        let data = &function.insts[inst];
        let Some(value) = function.result(inst) else { continue };
        let mask: Mask = match data.op {
            Op::Insert | Op::Construct => demand.mask(value),
            _ => continue,
        };
        let is_vector = matches!(module.types.get(function.values[value].ty), TypeData::Vector { .. });
        // What is not wanted at all goes by itself.
        if mask == 0 || !is_vector {
            continue;
        }
        if data.op == Op::Insert {
            if let Some(&whole) = function.operands(inst).first()
                && !demand.wants(value, data.imm)
            {
                plan.push(Trim::Insert(inst, value, whole));
            }
            continue;
        }
        let mut at = 0;
        for (position, &part) in function.operands(inst).iter().enumerate() {
            let ty = typing::operand_type(module, function, part);
            let size = module.types.vector_size(ty).unwrap_or(1);
            let wanted = (at..at + size).any(|component| demand.wants(value, component));
            // A constant costs nothing.
            if !wanted && part.value().is_some() {
                plan.push(Trim::Part(inst, position));
            }
            at += size;
        }
    }
    plan
}
