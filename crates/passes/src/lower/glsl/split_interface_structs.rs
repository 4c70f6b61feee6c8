//! Blocks and structs of the interface become a global for each member, for versions that have only those.
//!
//! ```text
//! struct #Light { color: vec3<f32>  at: vec3<f32> }
//! global @light: #Light uniform block(std140)     =>  global @Light_color: vec3<f32> uniform
//!                                                     global @Light_at: vec3<f32> uniform
//!     %p: ptr<uniform, f32> = access @light, 1, 0         %p: ptr<uniform, f32> = access @Light_at, 0
//! ```
//!
//! Members of a block without an instance name keep their names. Arrays of blocks become arrays of members.

use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::assign_locations::location_count;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::features::Feature;
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    Decorations, Global, GlobalData, Inst, Interpolation, Module, Op, Operand, Qualifiers, Storage, Struct,
    Type, TypeData, Value, ValueData, machine,
};

/// The globals to take apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Structs {
    /// Uniform blocks.
    uniform_blocks: bool,
    /// Blocks of inputs and outputs.
    interface_blocks: bool,
    /// Inputs and outputs that are structs.
    interface_structs: bool,
    /// Blocks of push constants.
    push_constants: bool,
}

/// True if the target is a chosen version of GLSL, or a struct has members that GLSL has no words for.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let has_words = |data: &GlobalData| has_own_words(module, data) || repeats_words(module, data);
    settings.chosen_glsl().is_some() || settings.glsl.is_some() && module.globals.values().any(has_words)
}

/// Takes apart what the target lacks; gives the number of new names, and of words that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let structs = session.settings.chosen_glsl().map_or_else(Structs::default, |target| Structs {
        uniform_blocks: target.lacks(module, Feature::UniformBlock),
        interface_blocks: target.lacks(module, Feature::InterfaceBlock),
        // Interface structs of ESSL hold no arrays, and both sides must look alike.
        interface_structs: target.version.is_es() || !Feature::InterfaceStructs.is_in(target.version),
        push_constants: !session.settings.vulkan,
    });
    let dropped = drop_repeated_words(module);
    let of_words: Vec<Type> =
        module.globals.values().filter(|data| has_own_words(module, data)).map(|data| data.ty).collect();
    let renamed = split_structs(module, session, structs);
    drop_own_words(module, &of_words);
    dropped + session.add_renamed(renamed)
}

/// True for a struct of inputs or outputs that is interpolated like members of it that say so.
fn repeats_words(module: &Module, data: &GlobalData) -> bool {
    matches!(data.storage, Storage::Input | Storage::Output)
        && data.block.is_none()
        && data.decorations.interpolation.is_some()
        && module
            .members(module.types.innermost(data.ty))
            .iter()
            .any(|member| member.decorations.interpolation == data.decorations.interpolation)
}

/// Takes words of interpolation from members of structs if all variables of the struct have the same words; gives their number.
fn drop_repeated_words(module: &mut Module) -> usize {
    let mut dropped = 0;
    let mut own: FxHashMap<Struct, Option<Interpolation>> = FxHashMap::default();
    for data in module.globals.values() {
        let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty)) else { continue };
        let word = data.decorations.interpolation.filter(|_| repeats_words(module, data));
        let known = own.entry(id).or_insert(word);
        if *known != word {
            *known = None;
        }
    }
    for (id, word) in own.into_iter().filter(|row| row.1.is_some()) {
        for member in &mut module.structs[id].members {
            if member.decorations.interpolation == word {
                member.decorations.interpolation = None;
                dropped += 1;
            }
        }
    }
    dropped
}

/// Takes words of interpolation from the members of structs that have left the interface.
fn drop_own_words(module: &mut Module, types: &[Type]) {
    for &ty in types {
        let ty = module.types.innermost(ty);
        let stays = module.globals.values().any(|data| {
            matches!(data.storage, Storage::Input | Storage::Output) && module.types.innermost(data.ty) == ty
        });
        let TypeData::Struct(id) = module.types.get(ty) else { continue };
        if stays {
            continue;
        }
        for member in &mut module.structs[id].members {
            member.decorations.interpolation = None;
            member.decorations.qualifiers.remove(Qualifiers::CENTROID);
            member.decorations.qualifiers.remove(Qualifiers::SAMPLE);
        }
    }
}

/// Takes globals apart; gives what became of their members.
fn split_structs(module: &mut Module, session: &mut Session, structs: Structs) -> Vec<Renamed> {
    let mut changes = Vec::new();
    // A member may be a struct that has to be taken apart in its turn; types nest as deep as this at the most.
    for _ in 0..64 {
        let renamed = split_once(module, session, structs);
        let done = renamed.is_empty();
        changes.extend(renamed);
        if done {
            break;
        }
    }
    changes
}

/// A global that is taken apart.
struct Split {
    /// The number of array indices before that of the member.
    depth: usize,
    members: Vec<Global>,
}

fn split_once(module: &mut Module, session: &mut Session, structs: Structs) -> Vec<Renamed> {
    let mut parts: FxHashMap<Global, (usize, Struct, Vec<GlobalData>)> = FxHashMap::default();
    let all: Vec<Global> = module.global_ids().collect();
    let blocked = used_whole(module);
    for &id in &all {
        let data = &module.globals[id];
        let is_block = data.block.is_some();
        let wanted = match data.storage {
            Storage::Uniform => is_block && structs.uniform_blocks,
            Storage::PushConstant => structs.push_constants,
            Storage::Input | Storage::Output if is_block => structs.interface_blocks,
            Storage::Input | Storage::Output => structs.interface_structs || has_own_words(module, data),
            _ => false,
        };
        if !wanted || blocked.contains(&id) {
            continue;
        }
        if let Some(found) = take_apart(module, id) {
            parts.insert(id, found);
        }
    }
    let mut renamed = Vec::new();
    for &id in &all {
        let Some((_, struct_id, members)) = parts.get(&id) else { continue };
        let outer = &module.globals[id];
        let outer = if outer.block.is_some() { module.structs[*struct_id].name } else { outer.name };
        for (member, part) in module.structs[*struct_id].members.iter().zip(members) {
            let from = format!("{}.{}", module.names.get(outer), module.names.get(member.name));
            let role = Role::of(module, &module.globals[id]);
            renamed.push(Renamed::new(role, from, module.names.get(part.name).to_owned()));
        }
    }
    if parts.is_empty() {
        return renamed;
    }
    let depths: FxHashMap<Global, usize> = parts.iter().map(|(&id, row)| (id, row.0)).collect();
    let mut data: FxHashMap<Global, Vec<GlobalData>> =
        parts.into_iter().map(|(id, row)| (id, row.2)).collect();
    // A global that goes stays in front of its parts until nothing refers to it.
    for (&id, parts) in &mut data {
        parts.insert(0, module.globals[id].clone());
    }
    let replaced = replace_globals(module, data);
    let splits: FxHashMap<Global, Split> = replaced
        .into_iter()
        .filter_map(|(old, parts)| {
            let (&key, members) = parts.split_first()?;
            Some((key, Split { depth: depths.get(&old).copied()?, members: members.to_vec() }))
        })
        .collect();
    rewrite(module, session, |_, _, _| Some(Redirect { splits: &splits }));
    remove_globals(module, |global| splits.contains_key(&global));
    renamed
}

/// True for a struct of inputs or outputs whose members are interpolated in their own ways: GLSL has words for that in blocks
/// alone. The members of an array of structs do not follow one another, unless there is one for each vertex.
fn has_own_words(module: &Module, data: &GlobalData) -> bool {
    let is_interface = matches!(data.storage, Storage::Input | Storage::Output) && data.block.is_none();
    let depth = module.types.array_depth(data.ty);
    let words = [Qualifiers::CENTROID, Qualifiers::SAMPLE];
    is_interface
        && depth == usize::from(depth > 0 && machine::is_arrayed(module, data))
        && module.members(module.types.innermost(data.ty)).iter().any(|member| {
            member.decorations.interpolation.is_some()
                || words.iter().any(|&word| member.decorations.qualifiers.contains(word))
        })
}

/// Globals of which a pointer is used that is not to a member, or is kept by a call.
fn used_whole(module: &Module) -> FxHashSet<Global> {
    let mut found = FxHashSet::default();
    for (_, function) in module.functions.iter() {
        for (inst, data) in function.insts.iter() {
            let operands = function.operands(inst);
            for operand in operands {
                let Some(global) = operand.global() else { continue };
                let levels = module.types.array_depth(module.globals[global].ty);
                let apart = match data.op {
                    Op::Access => operands.len() > levels + 1,
                    Op::Load | Op::Store => levels == 0,
                    _ => false,
                };
                if !apart {
                    found.insert(global);
                }
            }
        }
    }
    found
}

/// The globals that a global's members become, with the number of array levels around the struct.
fn take_apart(module: &mut Module, id: Global) -> Option<(usize, Struct, Vec<GlobalData>)> {
    let outer = module.globals[id].clone();
    let mut ty = outer.ty;
    while let TypeData::Array { element, .. } = module.types.get(ty) {
        ty = element;
    }
    let TypeData::Struct(struct_id) = module.types.get(ty) else { return None };
    let members = module.structs[struct_id].members.clone();
    if members.iter().any(|member| member.decorations.builtin.is_some()) || members.is_empty() {
        return None;
    }
    // If indices stand between struct and members, every access must have them.
    let prefix = match outer.block {
        Some(_)
            if outer.name == vitrum_ir::Name::EMPTY
                && matches!(outer.storage, Storage::Uniform | Storage::PushConstant) =>
        {
            String::new()
        }
        Some(_) => format!("{}_", module.names.get(module.structs[struct_id].name)),
        None => format!("{}_", module.names.get(outer.name)),
    };
    let mut location = outer.decorations.location;
    let mut parts = Vec::with_capacity(members.len());
    for member in members {
        let name = format!("{prefix}{}", module.names.get(member.name));
        let ty = module.types.with_innermost(outer.ty, member.ty);
        let storage = if outer.storage == Storage::PushConstant { Storage::Uniform } else { outer.storage };
        let mut qualifiers = member.decorations.qualifiers;
        for &(flag, _) in Qualifiers::ALL {
            if outer.decorations.qualifiers.contains(flag) && outer.block.is_none() {
                qualifiers.insert(flag);
            }
        }
        // Majority is about blocks alone.
        qualifiers.remove(Qualifiers::ROW_MAJOR);
        qualifiers.remove(Qualifiers::COLUMN_MAJOR);
        let decorations = Decorations {
            location: member.decorations.location.or(location),
            interpolation: member.decorations.interpolation.or(outer.decorations.interpolation),
            qualifiers,
            component: member.decorations.component,
            ..Decorations::default()
        };
        location = match decorations.location {
            Some(at) => Some(at.saturating_add(location_count(module, member.ty, false))),
            None => None,
        };
        parts.push(GlobalData {
            name: module.names.intern(&name),
            ty,
            pointer: module.types.pointer(storage, ty),
            storage,
            precision: member.precision,
            block: None,
            decorations,
            initializer: None,
            origin: member.origin,
        });
    }
    Some((module.types.array_depth(outer.ty), struct_id, parts))
}

struct Redirect<'a> {
    splits: &'a FxHashMap<Global, Split>,
}

impl Visitor for Redirect<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let operands = rewriter.function.operands(inst).to_vec();
        let Some((&base, rest)) = operands.split_first() else { return Action::Keep };
        let Some(global) = base.global() else { return Action::Keep };
        let Some(split) = self.splits.get(&global) else { return Action::Keep };
        match rewriter.function.op(inst) {
            Op::Access => self.access(rewriter, inst, split, rest),
            Op::Load => {
                let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
                let ty = rewriter.function.values[result].ty;
                match whole(rewriter, split, ty, result) {
                    Some(value) => rewriter.replace(inst, value),
                    None => Action::Keep,
                }
            }
            Op::Store => {
                let Some(&value) = rest.first() else { return Action::Keep };
                for (index, &member) in split.members.iter().enumerate() {
                    let data = &rewriter.module.globals[member];
                    let (ty, precision) = (data.ty, data.precision);
                    let part = rewriter.push(Op::Extract, &[value], index as u32, ty, precision);
                    rewriter.push_effect(Op::Store, &[member.into(), part], 0);
                }
                Action::Remove
            }
            _ => Action::Keep,
        }
    }
}

impl Redirect<'_> {
    fn access(&self, rewriter: &mut Rewriter<'_>, inst: Inst, split: &Split, indices: &[Operand]) -> Action {
        let Some(member) = indices.get(split.depth).and_then(|operand| operand.constant()) else {
            return Action::Keep;
        };
        let member =
            rewriter.module.constants.as_int(member).and_then(|index| split.members.get(index as usize));
        let Some(&member) = member else { return Action::Keep };
        let mut rest: Vec<Operand> = indices.to_vec();
        rest.remove(split.depth);
        if rest.is_empty() {
            if let Some(result) = rewriter.function.result(inst) {
                rewriter.forward(result, member.into());
            }
            return Action::Remove;
        }
        rest.insert(0, member.into());
        // The storage may have changed, and the pointer's type with it.
        let Some(ValueData { ty: old, precision, .. }) = rewriter.function.result_data(inst) else {
            return Action::Keep;
        };
        let pointee = rewriter.module.types.pointee(old).unwrap_or(old);
        let storage = rewriter.module.globals[member].storage;
        let ty = rewriter.module.types.pointer(storage, pointee);
        if ty == old {
            rewriter.function.set_operands(inst, &rest);
            return Action::Keep;
        }
        let new = rewriter.push(Op::Access, &rest, 0, ty, precision);
        rewriter.replace(inst, new)
    }
}

/// The whole of what was taken apart, as a value.
fn whole(rewriter: &mut Rewriter<'_>, split: &Split, ty: Type, result: Value) -> Option<Operand> {
    if split.depth > 0 {
        return None;
    }
    let mut parts = Vec::with_capacity(split.members.len());
    for &member in &split.members {
        let data = &rewriter.module.globals[member];
        let (ty, precision) = (data.ty, data.precision);
        parts.push(rewriter.push(Op::Load, &[member.into()], 0, ty, precision));
    }
    let precision = rewriter.function.values[result].precision;
    Some(rewriter.push(Op::Construct, &parts, 0, ty, precision))
}

#[cfg(test)]
mod tests {
    use super::{Structs, split_structs};
    use crate::framework::session::Session;

    #[test]
    fn members_of_a_block_become_globals() {
        let text = "vir 1\nstage fragment\nentry &main\nstruct #Light {\n    color: vec3<f32>\n    at: vec3<f32>\n}\n\
            global @light: #Light uniform block(std140)\nglobal @o: f32 output location(0)\n\
            fn &main() -> void {\n    %p: ptr<uniform, f32> = access @light, 1i32, 0i32\n    %x: f32 = load %p\n    \
            %c: ptr<uniform, vec3<f32>> = access @light, 0i32\n    %v: vec3<f32> = load %c\n    \
            store @o, %x\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let structs = Structs { uniform_blocks: true, ..Structs::default() };
        let renamed = split_structs(&mut module, &mut Session::default(), structs);
        let names: Vec<_> = renamed.iter().map(|it| (it.from.as_str(), it.to.as_str())).collect();
        assert_eq!(names, [("Light.color", "Light_color"), ("Light.at", "Light_at")]);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("access @Light_at, 0i32") && text.contains("load @Light_color"), "{text}");
        assert!(split_structs(&mut module, &mut Session::default(), structs).is_empty());
    }
}
