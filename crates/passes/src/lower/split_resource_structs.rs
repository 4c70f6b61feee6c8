//! Structs with resources inside become a uniform for each resource and one for the rest.
//!
//! ```text
//! struct #S { t: sampled<2d, f32>  k: f32 }         struct #S { k: f32 }
//! global @u: array<#S, 2> opaque                    global @"u.t": array<sampled<2d, f32>, 2> opaque
//!                                              =>   global @u: array<#S, 2> uniform
//! %p: ptr<opaque, ...> = access @u, %i, 0i32        %p: ptr<opaque, ...> = access @"u.t", %i
//! %k: ptr<opaque, f32> = access @u, %i, 1i32        %k: ptr<uniform, f32> = access @u, %i, 0i32
//! ```
//!
//! The names are those that OpenGL has for the members. If the struct has a binding, its members have consecutive ones from there.
//! Needs every address to start at a global, which `specialize_parameters` sees to.

use super::parts::learn;
use super::paths::{Path, Paths};
use super::specialize_parameters::takes;
use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use vitrum_ir::{
    Decorations, Function, Global, GlobalData, Length, Member, Module, Operand, Precision, Storage, Struct,
    StructData, Type, TypeData, typing, visit,
};

/// Structs of more resources are left as they are.
const MAX_LEAVES: usize = 1 << 12;
/// Structs nested more deeply likewise.
const MAX_DEPTH: usize = 255;

/// True if a global is to be split: in resource storage, and not a resource, an array of such or a block of a descriptor heap.
pub(super) fn is_mixed(module: &Module, data: &GlobalData) -> bool {
    data.storage == Storage::Opaque && is_struct(module, data.ty) && data.decorations.heap.is_none()
}

/// True if a type is a struct, or an array of such.
pub(super) fn is_struct(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(module.types.innermost(ty)), TypeData::Struct(_))
}

/// The remainder of a type without its resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// All of it.
    All,
    /// This much.
    Some(Type),
    /// Nothing: it is a resource, or made of such.
    None,
}

/// True if a global is to be split, and every address of such a global starts at the global.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.places_resources()
        && module.globals.values().any(|data| is_mixed(module, data))
        && !takes(module, |storage, pointee| storage == Storage::Opaque && is_struct(module, pointee))
}

/// Splits the globals; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut pass = Split {
        rests: FxHashMap::default(),
        members: FxHashMap::default(),
        types: FxHashMap::default(),
        parts: FxHashMap::default(),
    };
    let mut split = FxHashMap::default();
    for global in module.globals_that(|data| is_mixed(module, data)) {
        if let Some(leaves) = leaves(module, global) {
            let ty = module.globals[global].ty;
            pass.learn(module, ty);
            pass.types.insert(global, ty);
            split.insert(global, leaves);
        }
    }
    let kept = pass.replace_globals(module, &split);
    for function in module.function_ids() {
        pass.redirect(module, function, &split, &kept).apply(module, function, session);
    }
    split.len()
}

/// A resource in a struct.
#[derive(Clone, Debug)]
struct Leaf {
    /// The members on the way to it.
    members: Vec<u32>,
    name: String,
    ty: Type,
    precision: Precision,
}

/// The resources of a global, each with the arrays around it; `None` if there are too many.
fn leaves(module: &mut Module, global: Global) -> Option<Vec<Leaf>> {
    struct Open {
        ty: Type,
        lengths: Vec<Option<Length>>,
        members: Vec<u32>,
        name: String,
        precision: Precision,
    }
    let data = &module.globals[global];
    let mut stack = vec![Open {
        ty: data.ty,
        lengths: Vec::new(),
        members: Vec::new(),
        name: module.names.get(data.name).to_owned(),
        precision: data.precision,
    }];
    let mut leaves = Vec::new();
    // Structs of structs have as many parts as there are ways through them.
    let mut steps = 0;
    while let Some(mut open) = stack.pop() {
        steps += 1;
        if steps > MAX_LEAVES || open.members.len() > MAX_DEPTH {
            return None;
        }
        match module.types.get(open.ty) {
            TypeData::Array { element, length } => {
                open.lengths.push(Some(length));
                stack.push(Open { ty: element, ..open });
            }
            TypeData::RuntimeArray { element } => {
                open.lengths.push(None);
                stack.push(Open { ty: element, ..open });
            }
            TypeData::Struct(id) => {
                for (index, member) in module.structs[id].members.iter().enumerate().rev() {
                    let mut members = open.members.clone();
                    members.push(index as u32);
                    let name = format!("{}.{}", open.name, module.names.get(member.name));
                    let (ty, lengths) = (member.ty, open.lengths.clone());
                    stack.push(Open { ty, lengths, members, name, precision: member.precision });
                }
            }
            data if is_resource(data) => {
                let mut ty = open.ty;
                for length in open.lengths.into_iter().rev() {
                    ty = module.types.intern(match length {
                        Some(length) => TypeData::Array { element: ty, length },
                        None => TypeData::RuntimeArray { element: ty },
                    });
                }
                leaves.push(Leaf { members: open.members, name: open.name, ty, precision: open.precision });
            }
            _ => {}
        }
    }
    Some(leaves)
}

fn is_resource(data: TypeData) -> bool {
    matches!(
        data,
        TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::Tensor { .. }
            | TypeData::AccelerationStructure
    )
}

struct Split {
    rests: FxHashMap<Type, Rest>,
    /// For each struct that was cut down: where its members are now.
    members: FxHashMap<Struct, Vec<Option<u32>>>,
    /// The types of the split globals.
    types: FxHashMap<Global, Type>,
    /// The new globals, by the old one and the members on the way; the rest has no members.
    parts: FxHashMap<(Global, Vec<u32>), Global>,
}

/// The replacement of an access.
enum Access {
    /// It leads to a part at these indices.
    Part(Vec<Operand>, Type),
    /// It leads to a part as a whole.
    Whole(Global),
    /// It leads to what is no longer in one place; accesses that go on from there are complete.
    Gone,
}

impl Split {
    /// Learns what is left of a type and its parts, and makes the structs.
    fn learn(&mut self, module: &mut Module, ty: Type) {
        // Parts come before what is made of them.
        let order = RefCell::new(Vec::new());
        learn(module, ty, &mut FxHashMap::default(), |_, ty| order.borrow_mut().push(ty));
        for ty in order.into_inner() {
            if !self.rests.contains_key(&ty) {
                let rest = self.rest(module, ty);
                self.rests.insert(ty, rest);
            }
        }
    }

    fn of(&self, ty: Type) -> Rest {
        self.rests.get(&ty).copied().unwrap_or(Rest::All)
    }

    fn rest(&mut self, module: &mut Module, ty: Type) -> Rest {
        let data = module.types.get(ty);
        let (element, length) = match data {
            TypeData::Array { element, length } => (element, Some(length)),
            TypeData::RuntimeArray { element } => (element, None),
            TypeData::Struct(id) => return self.rest_of_struct(module, id),
            data => return if is_resource(data) { Rest::None } else { Rest::All },
        };
        match self.of(element) {
            Rest::Some(element) => Rest::Some(module.types.intern(match length {
                Some(length) => TypeData::Array { element, length },
                None => TypeData::RuntimeArray { element },
            })),
            rest => rest,
        }
    }

    fn rest_of_struct(&mut self, module: &mut Module, id: Struct) -> Rest {
        let data = module.structs[id].clone();
        if data.members.iter().all(|member| self.of(member.ty) == Rest::All) {
            return Rest::All;
        }
        let mut members: Vec<Member> = Vec::new();
        let mut places = Vec::with_capacity(data.members.len());
        for member in &data.members {
            let ty = match self.of(member.ty) {
                Rest::All => member.ty,
                Rest::Some(ty) => ty,
                Rest::None => {
                    places.push(None);
                    continue;
                }
            };
            places.push(Some(members.len() as u32));
            members.push(Member { ty, ..member.clone() });
        }
        self.members.insert(id, places);
        if members.is_empty() {
            return Rest::None;
        }
        let id = module.structs.alloc(StructData { members, ..data });
        Rest::Some(module.types.intern(TypeData::Struct(id)))
    }

    /// Puts the parts where the split globals were; gives the new numbers of the others.
    fn replace_globals(
        &mut self,
        module: &mut Module,
        split: &FxHashMap<Global, Vec<Leaf>>,
    ) -> FxHashMap<Global, Global> {
        let old = std::mem::take(&mut module.globals);
        let mut kept = FxHashMap::default();
        for (id, data) in old.iter() {
            let Some(leaves) = split.get(&id) else {
                kept.insert(id, module.globals.alloc(data.clone()));
                continue;
            };
            for (position, leaf) in (0..).zip(leaves) {
                let part = module.add_global(&leaf.name, leaf.ty, Storage::Opaque);
                let decorations = &mut module.globals[part].decorations;
                decorations.set = data.decorations.set;
                // GLSL has no binding of a struct. In SPIR-V its resources have consecutive ones.
                decorations.binding = data.decorations.binding.and_then(|first| first.checked_add(position));
                decorations.qualifiers = data.decorations.qualifiers;
                module.globals[part].precision = leaf.precision;
                self.parts.insert((id, leaf.members.clone()), part);
            }
            let ty = match self.of(data.ty) {
                Rest::All => data.ty,
                Rest::Some(ty) => ty,
                Rest::None => continue,
            };
            let rest = module.add_global("", ty, Storage::Uniform);
            let slot = &mut module.globals[rest];
            slot.name = data.name;
            slot.precision = data.precision;
            slot.decorations = Decorations { binding: None, ..data.decorations.clone() };
            self.parts.insert((id, Vec::new()), rest);
        }
        vitrum_ir::renumber_globals(&mut module.spirv, |global| kept.get(&global).copied());
        kept
    }

    /// Rewrites the addresses of a function; gives the edits that are left.
    fn redirect(
        &self,
        module: &mut Module,
        function: Function,
        split: &FxHashMap<Global, Vec<Leaf>>,
        kept: &FxHashMap<Global, Global>,
    ) -> Edits {
        let mut paths = Paths::default();
        let mut edits = Edits::default();
        for (_, inst) in visit::insts(&module.functions[function]) {
            let path = paths.learn(&module.functions[function], inst, |global| split.contains_key(&global));
            let Some(path) = path else {
                for operand in module.functions[function].operands_mut(inst) {
                    if let Some(global) = operand.global()
                        && let Some(&global) = kept.get(&global)
                    {
                        *operand = global.into();
                    }
                }
                continue;
            };
            let result = module.functions[function].result(inst);
            match (self.access(module, &path).unwrap_or(Access::Gone), result) {
                (Access::Part(operands, pointer), Some(result)) => {
                    module.functions[function].set_operands(inst, &operands);
                    module.functions[function].values[result].ty = pointer;
                }
                (access, result) => {
                    edits.removed.insert(inst);
                    if let (Access::Whole(part), Some(result)) = (access, result) {
                        edits.forward.insert(result, part.into());
                    }
                }
            }
        }
        edits
    }

    /// The replacement of the access of a path; `None` for an invalid path.
    fn access(&self, module: &mut Module, path: &Path) -> Option<Access> {
        let mut ty = *self.types.get(&path.global)?;
        let (mut members, mut arrays, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for &index in &path.indices {
            let part = match module.types.get(ty) {
                TypeData::Struct(_) => {
                    let index = module.as_int(index)?;
                    u32::try_from(index).ok()?
                }
                _ => 0,
            };
            match module.types.get(ty) {
                TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
                    arrays.push(index);
                    rest.push(index);
                }
                TypeData::Struct(id) => {
                    members.push(part);
                    let place = match self.members.get(&id) {
                        Some(places) => places.get(part as usize).copied().flatten(),
                        None => Some(part),
                    };
                    rest.extend(place.map(|place| Operand::from(module.constants.i32(place as i32))));
                }
                // A component or column.
                _ => rest.push(index),
            }
            ty = typing::part_type(module, ty, part)?;
        }
        let (part, indices) = match self.of(ty) {
            Rest::All => (self.parts.get(&(path.global, Vec::new()))?, rest),
            Rest::None if !is_struct(module, ty) => (self.parts.get(&(path.global, members))?, arrays),
            Rest::None | Rest::Some(_) => return Some(Access::Gone),
        };
        if indices.is_empty() {
            return Some(Access::Whole(*part));
        }
        let pointer = module.types.pointer(module.globals[*part].storage, ty);
        let mut operands = vec![Operand::from(*part)];
        operands.extend(indices);
        Some(Access::Part(operands, pointer))
    }
}
