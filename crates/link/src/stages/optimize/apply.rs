//! The changes of two stages, made: variables, stores of outputs, and loads of inputs.

use super::plan::{LeafPlan, Plan, Shape, Source, Varying};
use super::uniforms::Reachable;
use super::usage::{Component, Path, Paths, Target, is_interpolation};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{remove_globals, retype_global};
use vitrum_ir::types::common;
use vitrum_ir::{
    Decorations, Global, GlobalData, Inst, Member, MemoryAccess, Module, Op, Operand, Precision, Scalar,
    Storage, StructData, Swizzle, SwizzledStore, Type, TypeData, typing,
};
use vitrum_passes::Session;
use vitrum_passes::rewrite::{Action, Rewriter, Visitor, rewrite};

/// The variables of the leaves of varyings that are split, by the positions of both.
type Variables = FxHashMap<(usize, usize), Global>;

impl Plan {
    /// Makes the changes.
    pub(super) fn apply(self, before: &mut Module, after: &mut Module, reachable: &Reachable) {
        let uniforms = reachable.bring(&self.uniforms, before, after);
        let mut names = Names { taken: FxHashSet::default() };
        let (mut outputs, mut inputs) = (Variables::default(), Variables::default());
        for (position, varying) in self.varyings.iter().enumerate() {
            let (Shape::Split, Some(input)) = (varying.shape, varying.input) else { continue };
            let is_whole = varying.leaves.len() == 1 && before.globals[varying.output].block.is_none();
            for (index, leaf) in varying.leaves.iter().enumerate().filter(|row| !row.1.kept.is_empty()) {
                let old = base_name(before, varying.output);
                let name = match is_whole {
                    true => old,
                    false => names.fresh(&[before, after], &format!("{old}_{}", leaf.output.steps.join("_"))),
                };
                let sides = [
                    (&mut *before, varying.output, varying.arrayed.0, true, &mut outputs),
                    (&mut *after, input, varying.arrayed.1, false, &mut inputs),
                ];
                for (module, old, arrayed, is_output, variables) in sides {
                    let new = variable(module, old, arrayed, leaf, is_output, &name);
                    variables.insert((position, index), new);
                }
            }
        }
        let by_global = |of: fn(&Varying) -> Option<Global>| -> FxHashMap<Global, usize> {
            self.varyings.iter().enumerate().filter_map(|(at, it)| Some((of(it)?, at))).collect()
        };
        let split = by_global(|it| (it.shape == Shape::Split).then_some(it.output));
        let replaced = by_global(|it| it.input.filter(|_| it.is_replaced));
        for varying in self.varyings.iter().filter(|varying| varying.shape != Shape::Same) {
            make_private(before, varying.output);
        }
        let mut session = Session::new(None);
        if !split.is_empty() {
            rewrite(before, &mut session, |_, _, _| {
                Some(Stores { plan: &self, split: &split, variables: &outputs, paths: Paths::default() })
            });
        }
        if !replaced.is_empty() {
            rewrite(after, &mut session, |_, _, _| {
                Some(Loads {
                    plan: &self,
                    replaced: &replaced,
                    variables: &inputs,
                    uniforms: &uniforms,
                    paths: Paths::default(),
                })
            });
        }
        let mut gone = self.unused;
        let split = self.varyings.iter().filter(|varying| varying.shape == Shape::Split);
        gone.extend(split.filter_map(|varying| varying.input));
        if !gone.is_empty() {
            remove_globals(after, |global| gone.contains(&global));
        }
    }
}

/// Names for new variables.
struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// A name that no module has for anything.
    fn fresh(&mut self, modules: &[&mut Module], wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 0;
        while self.taken.contains(&name) || modules.iter().any(|module| module.names.find(&name).is_some()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        self.taken.insert(name.clone());
        name
    }
}

/// The name of a variable, or of its block.
fn base_name(module: &Module, global: Global) -> String {
    let data = &module.globals[global];
    match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) if data.block.is_some() => module.names.get(module.structs[id].name).to_owned(),
        _ => module.names.get(data.name).to_owned(),
    }
}

/// A vector type, or the scalar type.
fn vector(module: &mut Module, scalar: Scalar, size: u32) -> Type {
    if size == 1 { module.types.intern(TypeData::Scalar(scalar)) } else { module.types.vector(scalar, size) }
}

/// The address of a part of a variable.
fn address_of(
    rewriter: &mut Rewriter<'_>,
    variable: Global,
    indices: &[Operand],
    precision: Precision,
) -> Operand {
    let base = Operand::from(variable);
    if indices.is_empty() {
        return base;
    }
    let ty = rewriter.ty(base);
    let ty = typing::access_type(rewriter.module_mut(), ty, indices).unwrap_or(common::VOID);
    let operands: Vec<Operand> = [base].into_iter().chain(indices.iter().copied()).collect();
    rewriter.push(Op::Access, &operands, 0, ty, precision)
}

/// Adds the variable of a leaf, with the components that stay.
fn variable(
    module: &mut Module,
    old: Global,
    arrayed: bool,
    leaf: &LeafPlan,
    is_output: bool,
    name: &str,
) -> Global {
    let of = if is_output { &leaf.output } else { &leaf.input };
    let mut ty = vector(module, of.scalar, leaf.kept.len() as u32);
    let data = module.globals[old].clone();
    if arrayed && let TypeData::Array { length, .. } = module.types.get(data.ty) {
        ty = module.types.intern(TypeData::Array { element: ty, length });
    }
    let copy = GlobalData {
        name: module.names.intern(name),
        ty,
        pointer: module.types.pointer(data.storage, ty),
        storage: data.storage,
        precision: of.precision,
        block: None,
        decorations: of.decorations.clone(),
        initializer: None,
        origin: data.origin,
    };
    module.globals.alloc(copy)
}

fn make_private(module: &mut Module, global: Global) {
    let data = &module.globals[global];
    let mut ty = data.ty;
    let inner = module.types.innermost(ty);
    if let (Some(_), TypeData::Struct(id)) = (data.block, module.types.get(inner)) {
        let plain = |member: &Member| Member { decorations: Decorations::default(), ..member.clone() };
        let old = &module.structs[id];
        let copy = StructData { members: old.members.iter().map(plain).collect(), ..old.clone() };
        let copy = module.structs.alloc(copy);
        let inner = module.types.intern(TypeData::Struct(copy));
        ty = module.types.with_innermost(ty, inner);
    }
    retype_global(module, global, ty, Storage::Private);
    let data = &mut module.globals[global];
    (data.decorations, data.block) = (Decorations::default(), None);
    if data.name.is_empty() {
        data.name = module.names.intern("unread");
    }
}

/// Copies what is stored to outputs to the variables of their leaves.
struct Stores<'a> {
    plan: &'a Plan,
    split: &'a FxHashMap<Global, usize>,
    variables: &'a Variables,
    paths: Paths,
}

impl Visitor for Stores<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let function = rewriter.function();
        let op = function.op(inst);
        if op == Op::Access {
            self.paths.learn(function, inst);
        }
        let (Op::Store | Op::StoreSwizzle, &[pointer, value]) = (op, function.operands(inst)) else {
            return Action::Keep;
        };
        let Some((path, position)) = find(&self.paths, self.split, pointer) else { return Action::Keep };
        let chosen =
            (op == Op::StoreSwizzle).then(|| SwizzledStore::from_bits(function.insts[inst].imm).swizzle);
        let varying = &self.plan.varyings[position];
        let leaves: Vec<_> = varying.leaves.iter().map(|leaf| leaf.output.clone()).collect();
        let target = Target::new(rewriter.module(), &leaves, varying.arrayed.0, &path.indices);
        let Some(target) = target else { return Action::Keep };
        let action = rewriter.keep(inst);
        for index in target.leaves(&leaves) {
            let Some(&variable) = self.variables.get(&(position, index)) else { continue };
            let leaf = &varying.leaves[index];
            let mut part = value;
            for &step in leaf.output.path.get(target.path.len()..).unwrap_or(&[]) {
                part = rewriter.op_imm(Op::Extract, &[part], step);
            }
            store(rewriter, (variable, target.vertex), leaf, target.component, (part, chosen));
        }
        action
    }
}

/// The part that an operand is the address of, and the position of its varying.
fn find(paths: &Paths, of: &FxHashMap<Global, usize>, pointer: Operand) -> Option<(Path, usize)> {
    let path = paths.of(pointer)?;
    let position = *of.get(&path.global)?;
    Some((path, position))
}

/// Stores to the variable of a leaf: the components that stay, of a value or of those that a swizzle chooses.
fn store(
    rewriter: &mut Rewriter<'_>,
    (variable, vertex): (Global, Option<Operand>),
    leaf: &LeafPlan,
    component: Component,
    (value, chosen): (Operand, Option<Swizzle>),
) {
    let address = |rewriter: &mut Rewriter<'_>, component: Option<Operand>| {
        let indices: Vec<Operand> = vertex.into_iter().chain(component).collect();
        address_of(rewriter, variable, &indices, leaf.output.precision)
    };
    // The position of a component among those that stay; a variable of one is a scalar.
    let slot = |rewriter: &mut Rewriter<'_>, component: u32| {
        let at = leaf.kept.iter().position(|&kept| kept == component)?;
        let index = rewriter.module_mut().constants.i32(at as i32).into();
        Some((leaf.kept.len() > 1).then_some(index))
    };
    match (component, chosen) {
        (Component::Indexed(index), _) => {
            let pointer = address(rewriter, Some(index));
            rewriter.store(pointer, value);
        }
        (Component::Known(component), _) => {
            if let Some(slot) = slot(rewriter, component) {
                let pointer = address(rewriter, slot);
                rewriter.store(pointer, value);
            }
        }
        (Component::All, Some(chosen)) => {
            let rows = (0..).zip(chosen.components()).filter_map(|(position, &component)| {
                let at = leaf.kept.iter().position(|&kept| kept == u32::from(component))?;
                Some((position, at as u32))
            });
            let (from, to): (Vec<u32>, Vec<u32>) = rows.unzip();
            let pointer = address(rewriter, None);
            match (Swizzle::new(&from), Swizzle::new(&to)) {
                (Some(from), Some(to)) if to.components().len() > 1 => {
                    let part = rewriter.op_imm(Op::Swizzle, &[value], from.bits());
                    let how = SwizzledStore { swizzle: to, access: MemoryAccess::NONE };
                    rewriter.push_effect(Op::StoreSwizzle, &[pointer, part], how.bits());
                }
                _ => {
                    let one = from.first().zip(to.first().and_then(|&at| leaf.kept.get(at as usize)));
                    if let Some((&position, &component)) = one
                        && let Some(slot) = slot(rewriter, component)
                    {
                        let part = rewriter.op_imm(Op::Extract, &[value], position);
                        let pointer = address(rewriter, slot);
                        rewriter.store(pointer, part);
                    }
                }
            }
        }
        (Component::All, None) => {
            let part = match leaf.kept[..] {
                _ if leaf.kept.len() == leaf.output.size as usize => value,
                [one] => rewriter.op_imm(Op::Extract, &[value], one),
                _ => match Swizzle::new(&leaf.kept) {
                    Some(swizzle) => rewriter.op_imm(Op::Swizzle, &[value], swizzle.bits()),
                    None => return,
                },
            };
            let pointer = address(rewriter, None);
            rewriter.store(pointer, part);
        }
    }
}

/// Replaces loads of inputs by the sources of their components.
struct Loads<'a> {
    plan: &'a Plan,
    replaced: &'a FxHashMap<Global, usize>,
    variables: &'a Variables,
    uniforms: &'a FxHashMap<Global, Global>,
    paths: Paths,
}

impl Visitor for Loads<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let function = rewriter.function();
        let op = function.op(inst);
        if op == Op::Access {
            let path = self.paths.learn(function, inst);
            let is_ours = path.is_some_and(|path| self.replaced.contains_key(&path.global));
            return if is_ours { Action::Remove } else { Action::Keep };
        }
        let Some((&pointer, operands)) = function.operands(inst).split_first() else { return Action::Keep };
        if op != Op::Load && !is_interpolation(op) {
            return Action::Keep;
        }
        let Some((path, position)) = find(&self.paths, self.replaced, pointer) else { return Action::Keep };
        let varying = &self.plan.varyings[position];
        let leaves: Vec<_> = varying.leaves.iter().map(|leaf| leaf.input.clone()).collect();
        let target = Target::new(rewriter.module(), &leaves, varying.arrayed.1, &path.indices);
        let (Some(target), Some(result)) = (target, function.result_data(inst)) else { return Action::Keep };
        let (operands, precision) = (operands.to_vec(), result.precision);
        let how = Read { op, operands, vertex: target.vertex, precision };
        let mut build = Build {
            loads: self,
            rewriter,
            how,
            known: FxHashMap::default(),
            known_uniforms: FxHashMap::default(),
        };
        let value = build.part(position, &target, result.ty);
        rewriter.replace(inst, value)
    }
}

/// The way in which an input is read.
struct Read {
    op: Op,
    /// The operands behind the address.
    operands: Vec<Operand>,
    vertex: Option<Operand>,
    precision: Precision,
}

/// The builder of the value that replaces a load.
struct Build<'a, 'b, 'c> {
    loads: &'a Loads<'b>,
    rewriter: &'a mut Rewriter<'c>,
    how: Read,
    /// The variables that were read.
    known: FxHashMap<(usize, usize), Operand>,
    /// The vectors of uniforms that were read.
    known_uniforms: FxHashMap<(Global, Vec<u32>), Operand>,
}

impl Build<'_, '_, '_> {
    /// The part of a varying, of a type.
    fn part(&mut self, position: usize, target: &Target, ty: Type) -> Operand {
        let varying = &self.loads.plan.varyings[position];
        let Some(index) = varying.leaves.iter().position(|leaf| leaf.input.path == target.path) else {
            return self.whole(position, target, ty);
        };
        match target.component {
            Component::All => self.leaf(position, index, ty),
            Component::Known(component) => self.component(position, index, component),
            Component::Indexed(component) => {
                let address = self.address(position, index, Some(component));
                self.read(address)
            }
        }
    }

    /// A struct, array or matrix, put together. Types of varyings nest no deeper than their leaves say.
    fn whole(&mut self, position: usize, target: &Target, ty: Type) -> Operand {
        let module = self.rewriter.module();
        let types: Vec<Type> = match module.types.get(ty) {
            TypeData::Struct(_) => module.members(ty).iter().map(|member| member.ty).collect(),
            TypeData::Matrix { scalar, columns, rows } => {
                let column = vector(self.rewriter.module_mut(), scalar, u32::from(rows));
                vec![column; usize::from(columns)]
            }
            _ => {
                let element = module.types.element(ty).unwrap_or(common::VOID);
                vec![element; module.types.length(ty).unwrap_or(0) as usize]
            }
        };
        let mut parts = Vec::with_capacity(types.len());
        for (ty, index) in types.into_iter().zip(0..) {
            let mut inner = target.clone();
            inner.path.push(index);
            parts.push(self.part(position, &inner, ty));
        }
        self.construct(ty, &parts)
    }

    fn leaf(&mut self, position: usize, index: usize, ty: Type) -> Operand {
        let leaf = &self.loads.plan.varyings[position].leaves[index];
        let own = |row: (u32, &Source)| *row.1 == Source::Varying(position, index, row.0);
        let is_split = self.loads.variables.contains_key(&(position, index));
        let kept = if is_split { leaf.kept.len() as u32 } else { leaf.input.size };
        let is_own = kept == leaf.input.size && (0..).zip(&leaf.sources).all(own);
        if is_own {
            return self.variable(position, index);
        }
        if leaf.input.size == 1 {
            return self.component(position, index, 0);
        }
        let parts: Vec<Operand> =
            (0..leaf.input.size).map(|component| self.component(position, index, component)).collect();
        self.construct(ty, &parts)
    }

    fn construct(&mut self, ty: Type, parts: &[Operand]) -> Operand {
        self.rewriter.push(Op::Construct, parts, 0, ty, self.how.precision)
    }

    /// A component of a leaf from its source.
    fn component(&mut self, position: usize, index: usize, component: u32) -> Operand {
        let leaf = &self.loads.plan.varyings[position].leaves[index];
        let scalar = leaf.input.scalar;
        match leaf.sources.get(component as usize) {
            None | Some(Source::Unread) => {
                let module = self.rewriter.module_mut();
                let ty = vector(module, scalar, 1);
                module.constants.undef(ty).into()
            }
            Some(&Source::Constant(scalar, bits)) => {
                self.rewriter.module_mut().constants.scalar(scalar, bits).into()
            }
            Some(Source::Uniform(global, path)) => self.uniform(*global, path),
            Some(&Source::Varying(position, index, component)) => {
                let vector = self.variable(position, index);
                let leaf = &self.loads.plan.varyings[position].leaves[index];
                let at = match self.loads.variables.contains_key(&(position, index)) {
                    true => leaf.kept.iter().position(|&kept| kept == component).unwrap_or(0) as u32,
                    false => component,
                };
                let ty = self.rewriter.ty(vector);
                match self.rewriter.module().types.get(ty) {
                    TypeData::Vector { .. } => self.rewriter.op_imm(Op::Extract, &[vector], at),
                    _ => vector,
                }
            }
        }
    }

    /// A component of a uniform. A vector is read once, whole.
    fn uniform(&mut self, global: Global, path: &[u32]) -> Operand {
        let Some(&there) = self.loads.uniforms.get(&global) else {
            return self.rewriter.module_mut().constants.undef(common::F32).into();
        };
        if let Some((&component, above)) = path.split_last() {
            let address = self.uniform_address(there, above);
            let ty = self.pointee(address);
            if matches!(self.rewriter.module().types.get(ty), TypeData::Vector { .. }) {
                let key = (global, above.to_vec());
                let known = self.known_uniforms.get(&key).copied();
                let vector = known.unwrap_or_else(|| self.load(address));
                self.known_uniforms.insert(key, vector);
                return self.rewriter.op_imm(Op::Extract, &[vector], component);
            }
        }
        let address = self.uniform_address(there, path);
        self.load(address)
    }

    fn uniform_address(&mut self, uniform: Global, path: &[u32]) -> Operand {
        let constants = &mut self.rewriter.module_mut().constants;
        let indices: Vec<Operand> = path.iter().map(|&index| constants.i32(index as i32).into()).collect();
        address_of(self.rewriter, uniform, &indices, self.how.precision)
    }

    fn load(&mut self, address: Operand) -> Operand {
        let ty = self.pointee(address);
        self.rewriter.push(Op::Load, &[address], 0, ty, self.how.precision)
    }

    /// The variable of a leaf, read once.
    fn variable(&mut self, position: usize, index: usize) -> Operand {
        if let Some(&known) = self.known.get(&(position, index)) {
            return known;
        }
        let address = self.address(position, index, None);
        let value = self.read(address);
        self.known.insert((position, index), value);
        value
    }

    /// The address of a leaf or of one of its components.
    fn address(&mut self, position: usize, index: usize, component: Option<Operand>) -> Operand {
        let varying = &self.loads.plan.varyings[position];
        let vertex = self.how.vertex.filter(|_| varying.arrayed.1);
        let mut indices: Vec<Operand> = vertex.into_iter().collect();
        let global = match (self.loads.variables.get(&(position, index)), varying.input) {
            (Some(&own), _) => own,
            (None, Some(input)) => {
                let constants = &mut self.rewriter.module_mut().constants;
                let path = &varying.leaves[index].input.path;
                indices.extend(path.iter().map(|&step| Operand::from(constants.i32(step as i32))));
                input
            }
            (None, None) => return self.rewriter.module_mut().constants.undef(common::F32).into(),
        };
        indices.extend(component);
        address_of(self.rewriter, global, &indices, self.how.precision)
    }

    fn pointee(&self, address: Operand) -> Type {
        let ty = self.rewriter.ty(address);
        self.rewriter.module().types.pointee(ty).unwrap_or(common::VOID)
    }

    fn read(&mut self, address: Operand) -> Operand {
        let operands: Vec<Operand> = [address].into_iter().chain(self.how.operands.iter().copied()).collect();
        let ty = self.pointee(address);
        self.rewriter.push(self.how.op, &operands, 0, ty, self.how.precision)
    }
}
