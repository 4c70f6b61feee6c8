//! Specialisation constants become overrides of WGSL as naga knows them: scalars that code reads.
//!
//! ```text
//! spec $n: i32 = 4                              spec $n: i32 = 4
//! spec $m: i32 = 3                              global @m: i32 private = $m
//! global @a: array<f32, $n> private        =>   global @a: array<f32, 4> private
//! %x: i32 = iadd %i, $m * 2                     %0: i32 = load @m   %1: i32 = imul %0, 2   %x: i32 = iadd %i, %1
//! ```
//!
//! A constant that a type, an initialiser, the size of a workgroup or a constant operand depends on gets its default value
//! everywhere. The others are read from private variables that they initialise, so that operations on them are instructions,
//! which the lowerings behind this one see.
//!
//! spirv-opt: `--freeze-spec-const`, for all; naga: `process_overrides`; ANGLE, Tint, NIR: `nir_opt_constant_folding` after
//! specialisation.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::retype::{retype, used_types};
use crate::translate::specialize::refuse_workgroup;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::fold::{Specialization, Tables};
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, ControlKind, FunctionData, Global, Inst, Length, Module, Op,
    Operand, Precision, SpecConstant, Storage, TypeData,
};

/// True if there are specialisation constants.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    !module.spec_constants.is_empty()
}

/// Freezes and reads them; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let frozen = frozen(module);
    let mut freezer = Freezer { frozen, values: Specialization::default() };
    let sizes: FxHashMap<Constant, Constant> =
        module.execution.local_size.into_iter().flatten().map(|it| (it, freezer.value(module, it))).collect();
    refuse_workgroup(module, session, |size| sizes.get(&size).copied().unwrap_or(size));
    if !session.refusals.is_empty() {
        return 0;
    }
    freezer.declarations(module);
    let mut variables: FxHashMap<SpecConstant, Global> = FxHashMap::default();
    rewrite_each(module, session, |rewriter, inst| freezer.inst(rewriter, inst, &mut variables))
        + freezer.frozen.len()
}

/// The constants that get their default values.
fn frozen(module: &Module) -> FxHashSet<SpecConstant> {
    let mut open: Vec<Constant> = Vec::new();
    for ty in used_types(module) {
        if let TypeData::Array { length: Length::Spec(length), .. } = module.types.get(ty) {
            open.push(length);
        }
    }
    open.extend(module.globals.values().filter_map(|data| data.initializer));
    open.extend(module.execution.local_size.into_iter().flatten());
    for function in module.functions.values() {
        for (inst, data) in function.insts.iter() {
            if wants_constants(data.op) {
                open.extend(function.operands(inst).iter().filter_map(|operand| operand.constant()));
            }
            if let Some(ControlKind::Switch { cases }) = function.control(inst).map(|it| &it.kind) {
                open.extend(cases.iter().flat_map(|case| case.values.iter().copied()));
            }
        }
    }
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    while let Some(constant) = open.pop() {
        if !module.constants.is_spec(constant) || !seen.insert(constant) {
            continue;
        }
        match &module.constants.get(constant).kind {
            ConstantKind::Spec(id) => {
                found.insert(*id);
            }
            ConstantKind::Composite(parts) => open.extend(parts.iter().copied()),
            ConstantKind::SpecOp { operands, .. } => open.extend(operands.iter().copied()),
            _ => {}
        }
    }
    found
}

/// True if operands of an operation may have to be constants.
fn wants_constants(op: Op) -> bool {
    matches!(
        op,
        Op::Var
            | Op::Intrinsic
            | Op::ImageSample
            | Op::ImageFetch
            | Op::ImageGather
            | Op::ImageRead
            | Op::ImageWrite
    )
}

struct Freezer {
    frozen: FxHashSet<SpecConstant>,
    values: Specialization,
}

impl Freezer {
    /// A constant with the default values of those that are frozen.
    fn value(&mut self, module: &mut Module, constant: Constant) -> Constant {
        if !module.constants.is_spec(constant) {
            return constant;
        }
        let defaults: FxHashMap<SpecConstant, Constant> =
            self.frozen.iter().map(|&id| (id, module.spec_constants[id].default)).collect();
        let mut tables = Tables::of(module);
        let found = self.values.apply(&mut tables, constant, |id| defaults.get(&id).copied());
        // An operation that is undefined for the default values, such as a division by zero, may give anything.
        match found {
            Some(constant) => constant,
            None => {
                let ty = module.constants.ty(constant);
                module.constants.null(ty)
            }
        }
    }

    /// Freezes the constants of types, initialisers and modes.
    fn declarations(&mut self, module: &mut Module) {
        let lengths: Vec<Constant> = module
            .types
            .iter()
            .filter_map(|(_, data)| match data {
                TypeData::Array { length: Length::Spec(length), .. } => Some(length),
                _ => None,
            })
            .collect();
        let mut known: FxHashMap<Constant, u32> = FxHashMap::default();
        for length in lengths {
            let value = self.value(module, length);
            if let Some(count) = module.constants.as_int(value).and_then(|it| u32::try_from(it).ok()) {
                known.insert(length, count.max(1));
            }
        }
        if !known.is_empty() {
            let new = |_: &mut Module, data| match data {
                TypeData::Array { element, length: Length::Spec(length) } => {
                    let length = Length::Constant(*known.get(&length)?);
                    Some(TypeData::Array { element, length })
                }
                _ => None,
            };
            retype(module, new, |_, _, parts| parts);
        }
        for id in module.global_ids() {
            if let Some(old) = module.globals[id].initializer {
                module.globals[id].initializer = Some(self.value(module, old));
            }
        }
        if let Some(size) = module.execution.local_size {
            module.execution.local_size = Some(size.map(|old| self.value(module, old)));
        }
    }

    fn inst(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        variables: &mut FxHashMap<SpecConstant, Global>,
    ) -> Action {
        for at in 0..rewriter.function.operands(inst).len() {
            let constant = rewriter.function.operands(inst).get(at).and_then(|operand| operand.constant());
            let Some(old) = constant.filter(|&it| rewriter.module.constants.is_spec(it)) else { continue };
            let new = self.value(rewriter.module, old);
            let new = if rewriter.module.constants.is_spec(new) {
                build(rewriter, new, variables)
            } else {
                new.into()
            };
            rewriter.set_operand(inst, at, new);
        }
        self.cases(rewriter.module, &mut rewriter.function, inst);
        Action::Keep
    }

    fn cases(&mut self, module: &mut Module, function: &mut FunctionData, inst: Inst) {
        if let Some(ControlKind::Switch { cases }) = function.control_mut(inst).map(|it| &mut it.kind) {
            for value in cases.iter_mut().flat_map(|case| case.values.iter_mut()) {
                *value = self.value(module, *value);
            }
        }
    }
}

/// Builds what a constant stands for. Operations nest as deeply as the input likes, so they wait on a stack.
fn build(
    rewriter: &mut Rewriter<'_>,
    constant: Constant,
    variables: &mut FxHashMap<SpecConstant, Global>,
) -> Operand {
    let mut built: FxHashMap<Constant, Operand> = FxHashMap::default();
    let mut open = vec![constant];
    while let Some(&next) = open.last() {
        let ConstantData { ty, kind } = rewriter.module.constants.get(next).clone();
        let parts: Vec<Constant> = match &kind {
            ConstantKind::Composite(parts) => parts.to_vec(),
            ConstantKind::SpecOp { operands, .. } => operands.to_vec(),
            _ => Vec::new(),
        };
        let is_open = |part: &Constant| rewriter.module.constants.is_spec(*part) && !built.contains_key(part);
        let before = open.len();
        open.extend(parts.iter().copied().filter(is_open));
        if open.len() > before {
            continue;
        }
        open.pop();
        let operands: Vec<Operand> =
            parts.iter().map(|&part| built.get(&part).copied().unwrap_or(part.into())).collect();
        let value = match kind {
            ConstantKind::Spec(id) => {
                let variable = *variables.entry(id).or_insert_with(|| variable(rewriter.module, id, next));
                rewriter.push(Op::Load, &[variable.into()], 0, ty, Precision::None)
            }
            ConstantKind::Composite(_) => rewriter.push(Op::Construct, &operands, 0, ty, Precision::None),
            ConstantKind::SpecOp { op, imm, .. } => rewriter.push(op, &operands, imm, ty, Precision::None),
            _ => next.into(),
        };
        built.insert(next, value);
    }
    built.get(&constant).copied().unwrap_or(constant.into())
}

/// The private variable that a constant initialises.
fn variable(module: &mut Module, id: SpecConstant, constant: Constant) -> Global {
    let data = &module.spec_constants[id];
    let (name, ty) = (module.names.get(data.name).to_owned(), data.ty);
    let global = module.add_global(&name, ty, Storage::Private);
    module.globals[global].initializer = Some(constant);
    global
}
