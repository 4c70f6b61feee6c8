//! Global variables: storage classes, layout rules and initialisers.

use super::report::{Report, Site};
use super::rules::Rule;
use super::types::TypeFacts;
use crate::module::{Global, GlobalData, Storage};
use crate::types::TypeData;

/// The uses of a storage class.
struct Use {
    /// True if globals can be in it.
    global: bool,
    /// Says if a block in it needs a layout rule, and if anything can be a block in it.
    block: Block,
    /// True if there can be a value at start.
    initialized: bool,
    content: Content,
}

#[derive(PartialEq, Eq)]
enum Block {
    Must,
    May,
    Never,
}

#[derive(PartialEq, Eq)]
enum Content {
    /// No handles.
    Data,
    /// Handles, perhaps in arrays, or structs that hold some.
    Opaque,
    /// Not a handle itself, though a struct may hold some.
    Uniform,
    Counter,
}

fn row(storage: Storage) -> Use {
    let (global, block, initialized, content) = match storage {
        Storage::Function | Storage::PhysicalBuffer | Storage::Texel => {
            (false, Block::May, false, Content::Data)
        }
        Storage::Private => (true, Block::Never, true, Content::Data),
        Storage::Input => (true, Block::May, false, Content::Data),
        Storage::Output => (true, Block::May, true, Content::Data),
        Storage::Uniform => (true, Block::May, true, Content::Uniform),
        Storage::Opaque | Storage::TileImage => (true, Block::Never, false, Content::Opaque),
        Storage::Buffer | Storage::PushConstant | Storage::ShaderRecord => {
            (true, Block::Must, false, Content::Data)
        }
        Storage::Shared => (true, Block::May, true, Content::Data),
        Storage::AtomicCounter => (true, Block::Never, false, Content::Counter),
        Storage::TaskPayload
        | Storage::RayPayload
        | Storage::IncomingRayPayload
        | Storage::HitAttribute
        | Storage::CallableData
        | Storage::IncomingCallableData
        | Storage::Spirv => (true, Block::May, false, Content::Data),
    };
    Use { global, block, initialized, content }
}

/// Checks every global.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    for (id, data) in module.globals.iter() {
        check_global(report, facts, id, data);
        if data.decorations.component.is_some_and(|component| component > 3) {
            report.add(Rule::Component, Site::Global(id), "component is greater than 3");
        }
    }
    for (id, data) in module.structs.iter() {
        for (index, member) in data.members.iter().enumerate() {
            if member.decorations.component.is_some_and(|component| component > 3) {
                report.add(Rule::Component, Site::Member(id, Some(index)), "component is greater than 3");
            }
        }
    }
}

fn check_global(report: &mut Report<'_>, facts: &TypeFacts, id: Global, data: &GlobalData) {
    let module = report.module;
    let site = Site::Global(id);
    let name = data.storage.name();
    let row = row(data.storage);
    if module.types.get(data.pointer) != (TypeData::Pointer { storage: data.storage, pointee: data.ty }) {
        let message = format!("pointer has type {}", report.ty(data.pointer));
        report.add(Rule::GlobalPointer, site, message);
    }
    if !row.global {
        report.add(Rule::GlobalStorage, site, format!("global in `{name}` storage"));
    }
    let element = module.types.innermost(data.ty);
    let element_data = module.types.get(element);
    let of = facts.get(data.ty);
    let is_handle = matches!(
        element_data,
        TypeData::Spirv(_)
            | TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AccelerationStructure
    );
    let fits = !of.void
        && !of.pointer
        && match row.content {
            Content::Data => !of.opaque && !of.atomic_counter,
            Content::Opaque => is_handle || of.opaque && !of.state && !of.atomic_counter && !of.runtime_array,
            Content::Uniform => (!is_handle || matches!(element_data, TypeData::Spirv(_))) && !of.state,
            Content::Counter => element_data == TypeData::AtomicCounter,
        };
    if !fits {
        let message = format!("{} is not allowed in `{name}` storage", report.ty(data.ty));
        report.add(Rule::GlobalType, site, message);
    }
    let is_struct = matches!(element_data, TypeData::Struct(_));
    match (data.block, row.block) {
        (None, Block::Must) => {
            report.add(Rule::BlockLayout, site, format!("block in `{name}` storage has no layout rule"));
        }
        (Some(_), Block::Never) => {
            report.add(Rule::BlockLayout, site, format!("block with a layout rule in `{name}` storage"));
        }
        (Some(_), Block::Must | Block::May) if !is_struct => {
            report.add(Rule::BlockLayout, site, "block is not a struct");
        }
        (Some(_), Block::Must | Block::May) | (None, Block::May | Block::Never) => {}
    }
    if let Some(initializer) = data.initializer {
        let found = module.constants.ty(initializer);
        if found != data.ty {
            let message = format!("expected {}, found {}", report.ty(data.ty), report.ty(found));
            report.add(Rule::Initializer, site, message);
        } else if !row.initialized {
            report.add(Rule::Initializer, site, format!("initialiser in `{name}` storage"));
        } else if data.storage == Storage::Shared && !module.constants.is_zero(initializer) {
            report.add(Rule::SharedStart, site, "initialiser of shared memory is not zero");
        }
    }
}
