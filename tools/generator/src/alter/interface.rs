//! Changes of globals and of members of structs.

use super::types;
use crate::random::Random;
use vitrum_ir::{
    BuiltIn, Constant, ConstantData, ConstantKind, Decorations, Global, Interpolation, LayoutRule, Module,
    Precision, Qualifiers, Storage, Struct, edit,
};

fn some_global(module: &Module, random: &mut Random) -> Option<Global> {
    let globals: Vec<Global> = module.global_ids().collect();
    random.pick(&globals).copied()
}

fn some_member(module: &Module, random: &mut Random) -> Option<(Struct, usize)> {
    let members =
        module.structs.iter().flat_map(|(id, data)| (0..data.members.len()).map(move |at| (id, at)));
    let members: Vec<_> = members.collect();
    random.pick(&members).copied()
}

/// The decorations of a global or of a member, with the name of the place.
fn some_decorations<'m>(
    module: &'m mut Module,
    random: &mut Random,
) -> Option<(String, &'m mut Decorations)> {
    if random.chance(40)
        && let Some((id, index)) = some_member(module, random)
    {
        let place = member_place(module, id, index);
        return Some((place, &mut module.structs[id].members[index].decorations));
    }
    let global = some_global(module, random)?;
    let place = global_place(module, global);
    Some((place, &mut module.globals[global].decorations))
}

fn member_place(module: &Module, id: Struct, index: usize) -> String {
    let data = &module.structs[id];
    format!("{}.{}", module.names.get(data.name), module.names.get(data.members[index].name))
}

fn global_place(module: &Module, global: Global) -> String {
    format!("@{}", module.names.get(module.globals[global].name))
}

/// Another storage class.
pub(super) fn storage(module: &mut Module, random: &mut Random) -> Option<String> {
    let global = some_global(module, random)?;
    let &(storage, name) = random.pick(Storage::ALL)?;
    let ty = module.globals[global].ty;
    edit::retype_global(module, global, ty, storage);
    if storage == Storage::Buffer || random.chance(30) {
        module.globals[global].block.get_or_insert(LayoutRule::Std430);
    }
    Some(format!("{} to {name}", global_place(module, global)))
}

/// Another number of a decoration, or none.
pub(super) fn number(module: &mut Module, random: &mut Random) -> Option<String> {
    let value = match random.below(5) {
        0 => None,
        1 => Some(random.below(4) as u32),
        2 => Some(4 * random.below(20) as u32),
        3 => Some(1 << random.below(12)),
        _ => Some(random.below(40) as u32),
    };
    let which = random.below(12);
    let (place, decorations) = some_decorations(module, random)?;
    let (name, field) = match which {
        0 => ("location", &mut decorations.location),
        1 => ("component", &mut decorations.component),
        2 => ("index", &mut decorations.index),
        3 => ("set", &mut decorations.set),
        4 => ("binding", &mut decorations.binding),
        5 => ("offset", &mut decorations.offset),
        6 => ("align", &mut decorations.align),
        7 => ("stream", &mut decorations.stream),
        8 => ("xfb_buffer", &mut decorations.xfb_buffer),
        9 => ("xfb_stride", &mut decorations.xfb_stride),
        10 => ("xfb_offset", &mut decorations.xfb_offset),
        _ => ("input_attachment", &mut decorations.input_attachment),
    };
    if *field == value {
        return None;
    }
    *field = value;
    Some(format!("{place}: {name} {value:?}"))
}

/// A qualifier put there or taken away.
pub(super) fn qualifier(module: &mut Module, random: &mut Random) -> Option<String> {
    let &(qualifier, name) = random.pick(Qualifiers::ALL)?;
    let (place, decorations) = some_decorations(module, random)?;
    if decorations.qualifiers.contains(qualifier) {
        decorations.qualifiers.remove(qualifier);
    } else {
        decorations.qualifiers.insert(qualifier);
    }
    Some(format!("{place}: {name} turned"))
}

/// Another interpolation or precision, or none.
pub(super) fn interpolation(module: &mut Module, random: &mut Random) -> Option<String> {
    if random.chance(10) {
        let global = some_global(module, random)?;
        let &(precision, name) = random.pick(Precision::ALL)?;
        module.globals[global].precision = precision;
        return Some(format!("{}: {name}", global_place(module, global)));
    }
    let interpolation = random.pick(Interpolation::ALL).filter(|_| random.chance(80));
    let (place, decorations) = some_decorations(module, random)?;
    decorations.interpolation = interpolation.map(|row| row.0);
    Some(format!("{place}: {}", interpolation.map_or("no interpolation", |row| row.1)))
}

/// Another built-in, or none.
pub(super) fn builtin(module: &mut Module, random: &mut Random) -> Option<String> {
    let others = BuiltIn::ALL.iter().map(|row| row.0);
    let builtin = if random.chance(20) { None } else { random.pick(&others.collect::<Vec<_>>()).copied() };
    // Most variables that are a built-in have no other use, so that another one is often of the right type.
    let builtins: Vec<Global> =
        module.globals_that(|data| data.decorations.builtin.is_some()).into_iter().collect();
    if random.chance(50)
        && let Some(&global) = random.pick(&builtins)
    {
        module.globals[global].decorations.builtin = builtin;
        return Some(format!("{}: {}", global_place(module, global), builtin.map_or("none", BuiltIn::name)));
    }
    let (place, decorations) = some_decorations(module, random)?;
    decorations.builtin = builtin;
    Some(format!("{place}: {}", builtin.map_or("none", BuiltIn::name)))
}

/// Another layout rule of a block, or none.
pub(super) fn block(module: &mut Module, random: &mut Random) -> Option<String> {
    let global = some_global(module, random)?;
    let rule = random.pick(LayoutRule::ALL).filter(|_| random.chance(80));
    module.globals[global].block = rule.map(|row| row.0);
    Some(format!("{}: {}", global_place(module, global), rule.map_or("no block", |row| row.1)))
}

/// An initialiser, another one, or none.
pub(super) fn initializer(module: &mut Module, random: &mut Random) -> Option<String> {
    let global = some_global(module, random)?;
    let place = global_place(module, global);
    let ty = module.globals[global].ty;
    let constants: Vec<Constant> = module.constants.iter().map(|row| row.0).collect();
    let of_type: Vec<Constant> =
        constants.iter().copied().filter(|&constant| module.constants.ty(constant) == ty).collect();
    let initializer = match random.below(6) {
        0 => None,
        1 => random.pick(&constants).copied(),
        2 | 3 => random.pick(&of_type).copied(),
        4 => Some(module.constants.intern(ConstantData { ty, kind: ConstantKind::Null })),
        _ => Some(module.constants.undef(ty)),
    };
    module.globals[global].initializer = initializer;
    Some(format!("{place}: initialiser {initializer:?}"))
}

/// Another type of a global.
pub(super) fn ty(module: &mut Module, random: &mut Random) -> Option<String> {
    let global = some_global(module, random)?;
    let ty = types::another(module, random, module.globals[global].ty)?;
    let storage = module.globals[global].storage;
    edit::retype_global(module, global, ty, storage);
    types::infer_results(module);
    Some(format!("{}: type {}", global_place(module, global), types::name(module, ty)))
}

/// Another type or precision of a member, or its place.
pub(super) fn member(module: &mut Module, random: &mut Random) -> Option<String> {
    let (id, index) = some_member(module, random)?;
    let place = member_place(module, id, index);
    let ty = module.structs[id].members[index].ty;
    match random.below(4) {
        0 => {
            let other = random.below(module.structs[id].members.len());
            module.structs[id].members.swap(index, other);
            Some(format!("{place}: swapped with member {other}"))
        }
        1 => {
            let member = module.structs[id].members[index].clone();
            module.structs[id].members.push(member);
            Some(format!("{place}: again at the end"))
        }
        _ => {
            let ty = types::another(module, random, ty)?;
            module.structs[id].members[index].ty = ty;
            types::infer_results(module);
            Some(format!("{place}: type {}", types::name(module, ty)))
        }
    }
}
