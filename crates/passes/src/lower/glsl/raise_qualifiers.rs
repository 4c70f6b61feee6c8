//! Gives a block the memory qualifiers that all its members have. SPIR-V decorates members only.
//!
//! ```text
//! struct #B { x: u32 readonly }                     struct #B { x: u32 }
//! global @b: #B buffer block(std430)        =>      global @b: #B buffer readonly block(std430)
//! ```
//!
//! Every variable of the struct gets the qualifiers, since its members had them.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use vitrum_ir::{Global, Module, Qualifiers, Storage, Struct, TypeData};

/// The qualifiers of a block that its members may have as well.
const RAISED: &[Qualifiers] = &[
    Qualifiers::COHERENT,
    Qualifiers::VOLATILE,
    Qualifiers::RESTRICT,
    Qualifiers::READONLY,
    Qualifiers::WRITEONLY,
];

/// True if the module comes from no GLSL, and has buffers.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module) && module.globals.values().any(|data| data.storage == Storage::Buffer)
}

/// Runs the lowering; gives the number of qualifiers that blocks got.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let mut blocks: FxHashMap<Struct, Vec<Global>> = FxHashMap::default();
    for (global, data) in module.globals.iter() {
        if data.storage == Storage::Buffer
            && data.block.is_some()
            && let TypeData::Struct(block) = module.types.get(module.types.innermost(data.ty))
        {
            blocks.entry(block).or_default().push(global);
        }
    }
    // Addresses and descriptors lead to their structs without a variable.
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } = data {
            blocks.remove(&block);
        }
    }
    let mut changes = 0;
    for (block, globals) in blocks {
        let members = &mut module.structs[block].members;
        for &qualifier in RAISED {
            if members.is_empty() || !members.iter().all(|it| it.decorations.qualifiers.contains(qualifier)) {
                continue;
            }
            changes += 1;
            members.iter_mut().for_each(|member| member.decorations.qualifiers.remove(qualifier));
            for &global in &globals {
                module.globals[global].decorations.qualifiers.insert(qualifier);
            }
        }
    }
    changes
}
