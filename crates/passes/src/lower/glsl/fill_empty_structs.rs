//! Gives structs without members a member, since GLSL has no empty structs.
//!
//! ```text
//! struct #S {}                              =>  struct #S { unused: i32 }
//! global @o: #S output location(0)              global @o: #S private
//! ```
//!
//! Values of an empty struct are constants, which have no parts to change. Empty inputs and outputs leave the interface, so that the
//! member takes no location.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::{Decorations, Global, Member, Module, Storage, Struct, TypeData};

/// True if the target is GLSL, and there is an empty struct.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && !empty_structs(module).is_empty()
}

/// Runs the lowering; gives the number of structs.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let empty: FxHashSet<Struct> = empty_structs(module).into_iter().collect();
    let interface: Vec<Global> = module.globals_that(|data| {
        matches!(data.storage, Storage::Input | Storage::Output)
            && matches!(module.types.get(data.ty), TypeData::Struct(id) if empty.contains(&id))
    });
    for id in interface {
        let pointer = TypeData::Pointer { storage: Storage::Private, pointee: module.globals[id].ty };
        let pointer = module.types.intern(pointer);
        let data = &mut module.globals[id];
        (data.storage, data.pointer, data.block) = (Storage::Private, pointer, None);
        data.decorations = Decorations::default();
    }
    let name = module.names.intern("unused");
    for &id in &empty {
        module.structs[id].members.push(Member::new(name, common::I32));
    }
    empty.len()
}

/// The structs without members. Blocks that are only declared, as targets of references, have none either.
fn empty_structs(module: &Module) -> Vec<Struct> {
    let mut empty: Vec<Struct> = Vec::new();
    empty.extend(module.structs.iter().filter(|(_, data)| data.members.is_empty()).map(|(id, _)| id));
    if !empty.is_empty() {
        let blocks: FxHashSet<Struct> =
            module.types.iter().filter_map(|(_, data)| block_behind(data)).collect();
        empty.retain(|id| !blocks.contains(id));
    }
    empty
}

/// The block that a reference or a descriptor leads to.
fn block_behind(data: TypeData) -> Option<Struct> {
    match data {
        TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } => Some(block),
        _ => None,
    }
}
