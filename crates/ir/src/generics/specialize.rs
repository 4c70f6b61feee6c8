//! Bodies of instances: monomorphisation.

use super::substitute::{Substitution, declare_instance};
use super::{GenericArgument, NumberKind, function, instantiate};
use crate::edit::{compact_to, remove_functions};
use crate::function::{Capacity, ControlKind, FunctionData, Inst, Linkage, Operand, Value};
use crate::module::{Function, Module};
use crate::ops::{Op, Sig};
use crate::side_table::IdSet;
use crate::types::{Type, TypeData, common};
use crate::visit::{self, Descent, Event};
use rustc_hash::FxHashMap;

/// The most instructions in the specialised functions of a module. Operands, values and parameters count, too, and each function
/// counts [`FUNCTION`] besides.
pub const LIMIT: usize = 1 << 20;

/// The instructions that a function counts as, for the memory that it takes when it is empty.
pub const FUNCTION: usize = 32;

/// The instances of a module have more than [`LIMIT`] instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooManyInstances {
    /// The generic function at which the limit was exceeded.
    pub function: String,
}

impl std::fmt::Display for TooManyInstances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "instances of generic functions exceed {LIMIT} instructions and operands, at `{}`",
            self.function
        )
    }
}

impl std::error::Error for TooManyInstances {}

/// Gives every instance a body: a copy of that of its generic function, with the arguments in place of the parameters. Equal
/// instances become one function. Generic functions that nothing needs any more are removed: all in a module with an
/// entry point, and in units those that are not exported. Gives the number of functions that were made.
///
/// Instances of imported generic functions stay as they are. The module must verify.
///
/// # Errors
/// If the instances exceed [`LIMIT`]. The module is then as it was.
pub fn specialize(module: &mut Module) -> Result<usize, TooManyInstances> {
    if !module.has_generics() {
        return Ok(0);
    }
    let functions = module.functions.clone();
    let mut work = Specializer::default();
    for id in module.function_ids() {
        if functions[id].instance.is_some() {
            work.add(module, id);
        }
    }
    match work.run(module, LIMIT) {
        Ok(count) => {
            for data in module.functions.values_mut().filter(|data| !data.is_generic()) {
                data.renumber_callees(|callee| work.same.get(&callee).copied());
            }
            remove_unneeded(module);
            Ok(count)
        }
        Err(error) => {
            module.functions = functions;
            Err(error)
        }
    }
}

/// The names of the generic functions whose instances still lack a body, and of the others that are left.
pub fn remaining(module: &Module) -> Vec<String> {
    let names = module.functions.values().filter_map(|data| {
        let of = match &data.instance {
            Some(instance) => function(module, instance.generic)?,
            None if data.is_generic() => data,
            None => return None,
        };
        Some(module.names.get(of.name).to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Declares instances of a generic function, so that the properties in which its arguments can differ are met: if all of them
/// verify once they have bodies, so should others. Parameters run over their bounds in all combinations where these are few, and else
/// out of step with each other.
pub(crate) fn samples(module: &mut Module, id: Function) -> Vec<Function> {
    const COMBINATIONS: usize = 64;
    // Rows in which the arguments have nothing to do with each other.
    const MIXED: usize = 16;
    let params = module.functions[id].generics.clone();
    let lists: Vec<Vec<GenericArgument>> =
        params.iter().map(|param| param.bound.samples(&mut module.types)).collect();
    let product = lists.iter().try_fold(1usize, |count, list| count.checked_mul(list.len()));
    let few = product.filter(|&count| count <= COMBINATIONS);
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut all = Vec::new();
    for row in 0..few.unwrap_or(longest + MIXED) {
        let mut rest = row;
        let arguments: Vec<GenericArgument> = (0..)
            .zip(&lists)
            .filter_map(|(number, list)| {
                let count = list.len().max(1);
                let at = match few {
                    Some(_) => {
                        let at = rest % count;
                        rest /= count;
                        at
                    }
                    // Five further on is another scalar and another size.
                    None if row < longest => (row + 5 * number) % count,
                    None => crate::mix((row << 16 ^ number) as u64) as usize % count,
                };
                list.get(at).copied()
            })
            .collect();
        all.push(instantiate(module, id, &arguments));
    }
    all
}

/// Gives instances their bodies. Instances that these call stay without: that takes time linear in the generic functions.
pub(crate) fn specialize_alone(module: &mut Module, instances: &[Function]) {
    let mut work = Specializer { is_shallow: true, ..Specializer::default() };
    for &id in instances {
        work.add(module, id);
    }
    // Without a limit it does not fail.
    let _ = work.run(module, usize::MAX);
}

#[derive(Default)]
struct Specializer {
    /// The function of each generic function and its arguments.
    known: FxHashMap<(Function, Box<[GenericArgument]>), Function>,
    /// Instances that are equal to an earlier one, with that.
    same: FxHashMap<Function, Function>,
    open: Vec<Function>,
    /// True if the instances that bodies call get none.
    is_shallow: bool,
}

impl Specializer {
    /// Notes an instance, if its arguments have no parameters and its generic function has a body.
    fn add(&mut self, module: &Module, id: Function) {
        let Some(instance) = &module.functions[id].instance else { return };
        let is_there = function(module, instance.generic).is_some_and(|data| {
            data.is_generic() && !data.is_import() && data.generics.len() == instance.arguments.len()
        });
        if !is_there || !instance.arguments.iter().all(|&it| is_closed(module, it)) {
            return;
        }
        let key = (instance.generic, instance.arguments.clone());
        match self.known.get(&key) {
            Some(&first) => {
                self.same.insert(id, first);
            }
            None => {
                self.known.insert(key, id);
                self.open.push(id);
            }
        }
    }

    fn run(&mut self, module: &mut Module, limit: usize) -> Result<usize, TooManyInstances> {
        let (mut count, mut size) = (0usize, 0usize);
        while let Some(id) = self.open.pop() {
            let generic = module.functions[id].instance.as_ref().map_or(id, |instance| instance.generic);
            size += cost(&module.functions[generic]);
            if size > limit {
                let name = module.functions[id].name;
                return Err(TooManyInstances { function: module.names.get(name).to_owned() });
            }
            self.body(module, id);
            count += 1;
        }
        Ok(count)
    }

    /// Gives an instance its body.
    fn body(&mut self, module: &mut Module, id: Function) {
        let Some(instance) = module.functions[id].instance.clone() else { return };
        let mut data = module.functions[instance.generic].clone();
        let mut substitution = Substitution::new(&data.generics, &instance.arguments);
        data.name = module.functions[id].name;
        (data.generics, data.instance, data.linkage) = (Vec::new(), None, Linkage::Internal);
        let count = visit::insts(&data).len();
        compact_to(&mut data, count);
        substitution.function(module, &mut data);
        let mut controls = std::mem::take(&mut data.controls);
        for control in &mut controls {
            if let ControlKind::Switch { cases } = &mut control.kind {
                for value in cases.iter_mut().flat_map(|case| &mut case.values) {
                    *value = substitution.constant(module, *value);
                }
            }
        }
        data.controls = controls;
        for inst in data.inst_ids() {
            let Some(callee) = data.callee(inst) else { continue };
            let Some(inner) = module.functions[callee].instance.clone() else { continue };
            let arguments: Vec<GenericArgument> =
                inner.arguments.iter().map(|&it| substitution.argument(module, it)).collect();
            let key = (inner.generic, arguments.into_boxed_slice());
            let target = match self.known.get(&key) {
                Some(&known) => known,
                None => {
                    let new = instantiate(module, key.0, &key.1);
                    match self.is_shallow {
                        true => drop(self.known.insert(key, new)),
                        false => self.add(module, new),
                    }
                    new
                }
            };
            data.set_callee(inst, target);
        }
        drop_identities(module, &mut data);
        module.functions[id] = data;
    }
}

/// The size of a body, for [`LIMIT`].
pub(crate) fn cost(data: &FunctionData) -> usize {
    let Capacity { blocks, insts, values, controls, operands, names: _ } = data.room();
    let lists = blocks + insts + values + controls + operands + data.params.len();
    let cases = data.controls.iter().map(|control| match &control.kind {
        ControlKind::Switch { cases } => cases.iter().map(|case| case.values.len() + 1).sum(),
        ControlKind::If { .. } | ControlKind::Loop { .. } => 0,
    });
    lists + cases.sum::<usize>() + FUNCTION
}

/// True if an argument has no parameters.
fn is_closed(module: &Module, argument: GenericArgument) -> bool {
    match argument {
        GenericArgument::Type(ty) => !mentions_parameters(module, ty),
        GenericArgument::Number(number) => matches!(number.kind(), NumberKind::Known(_)),
    }
}

/// True if a type follows from parameters.
pub(crate) fn mentions_parameters(module: &Module, ty: Type) -> bool {
    let mut next = Some(ty);
    // Types come after their parts in modules whose ids are right, so that this ends.
    while let Some(ty) = next {
        next = match module.types.get(ty) {
            TypeData::Expression(_) => return true,
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
            TypeData::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        }
        .filter(|&part| part < ty);
    }
    false
}

/// Removes operations that change nothing where a parameter stands for a scalar, or two for one type: a splat to a scalar, a
/// conversion to the same type, the only component, `any` and `all` of one. Conversions between integers of one width become
/// bit casts.
fn drop_identities(module: &Module, data: &mut FunctionData) {
    let mut forwarded: FxHashMap<Value, Operand> = FxHashMap::default();
    let mut dropped: IdSet<Inst> = IdSet::with_capacity(data.insts.len());
    for (_, inst) in visit::insts(data) {
        let count = data.operands(inst).len();
        for index in 0..count {
            let new = data.operands(inst)[index].value().and_then(|value| forwarded.get(&value).copied());
            if let Some(new) = new {
                data.operands_mut(inst)[index] = new;
            }
        }
        let (Some(result), &[first]) = (data.result(inst), data.operands(inst)) else { continue };
        let (from, to) = (crate::typing::operand_type(module, data, first), data.values[result].ty);
        let is_scalar = matches!(module.types.get(from), TypeData::Scalar(_));
        let imm = data.insts[inst].imm;
        let changes_nothing = from == to
            && match data.op(inst).info().sig {
                Sig::Splat | Sig::Convert(..) | Sig::Bitcast | Sig::Construct => true,
                Sig::Extract => is_scalar && imm == 0,
                Sig::Reduce => from == common::BOOL,
                _ => false,
            };
        let width = |ty| module.types.scalar_of(ty).map(crate::Scalar::width);
        let is_same_width = from != to && width(from) == width(to);
        if is_same_width && matches!(data.op(inst), Op::Sconvert | Op::Uconvert) {
            data.set_op(inst, Op::Bitcast);
        }
        if changes_nothing {
            forwarded.insert(result, first);
            dropped.insert(inst);
        }
    }
    if forwarded.is_empty() {
        return;
    }
    let mut blocks = Vec::new();
    visit::walk(data, data.body, |event| {
        if let Event::Enter(block) = event {
            blocks.push(block);
        }
        Descent::Into
    });
    for block in blocks {
        data.blocks[block].insts.retain(|inst| !dropped.contains(*inst));
    }
}

/// Removes the instances that became others, and the generic functions that are of no use any more.
fn remove_unneeded(module: &mut Module) {
    let is_program = module.entry.is_some();
    let mut kept: IdSet<Function> = IdSet::with_capacity(module.functions.len());
    let mut work: Vec<Function> = module
        .functions
        .iter()
        .filter(|(_, data)| {
            if data.is_generic() {
                !is_program && data.linkage != Linkage::Internal
            } else {
                data.instance.is_none()
            }
        })
        .map(|(id, _)| id)
        .collect();
    while let Some(id) = work.pop() {
        if !kept.insert(id) {
            continue;
        }
        let data = &module.functions[id];
        work.extend(data.instance.as_ref().map(|instance| instance.generic));
        work.extend(visit::insts(data).into_iter().filter_map(|(_, inst)| data.callee(inst)));
    }
    remove_functions(module, |id| !kept.contains(id));
}

/// Gives all instances of a module the signatures that follow from their generic functions, which may come later in a file.
pub fn declare_instances(module: &mut Module) {
    for id in module.function_ids() {
        if module.functions[id].instance.is_some() {
            declare_instance(module, id);
        }
    }
}
