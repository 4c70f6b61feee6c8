//! Global variables: storage classes, layout rules and initialisers.

use super::report::{Report, Site};
use super::rules::Rule;
use super::types::TypeFacts;
use crate::module::{Global, GlobalData, Storage};
use crate::storage::{Content, StorageTraits};
use crate::types::{Dim, ImageFormat, TypeData};

/// Checks every global.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    let mut shared = module.globals.iter().filter(|row| row.1.storage == Storage::Shared);
    // Blocks lie over each other, and variables beside each other.
    if let Some((_, first)) = shared.next()
        && let Some((id, _)) = shared.find(|row| row.1.block.is_some() != first.block.is_some())
    {
        report.add(Rule::BlockLayout, Site::Global(id), "shared memory holds blocks and other variables");
    }
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

/// Checks that pixel local storage is a block whose members have formats that fit.
fn check_pixel_local(report: &mut Report<'_>, id: Global, data: &GlobalData) {
    let module = report.module;
    let site = Site::Global(id);
    let TypeData::Struct(block) = module.types.get(data.ty) else {
        return report.add(Rule::GlobalType, site, "pixel local storage is not a block");
    };
    if data.block.is_none() {
        report.add(Rule::BlockLayout, site, "pixel local storage is not a block");
    }
    for member in &module.structs[block].members {
        let element = module.types.innermost(member.ty);
        let kept = member.decorations.format.and_then(ImageFormat::pixel_local);
        let is_long = matches!(module.types.get(member.ty), TypeData::RuntimeArray { .. });
        let fits = kept == module.types.scalar_of(element).zip(module.types.vector_size(element));
        if !fits || kept.is_none() || is_long {
            let name = module.names.get(member.name);
            let message = format!("member `{name}` has no format for {}", report.ty(member.ty));
            report.add(Rule::GlobalType, site, message);
        }
    }
}

fn check_global(report: &mut Report<'_>, facts: &TypeFacts, id: Global, data: &GlobalData) {
    let module = report.module;
    let site = Site::Global(id);
    let name = data.storage.name();
    let storage = data.storage;
    if let Some(format) = data.decorations.format.filter(|_| storage == Storage::Output) {
        let element = module.types.innermost(data.ty);
        let found = module.types.scalar_of(element).zip(module.types.vector_size(element));
        if format != ImageFormat::ImplementationDefined && format.output() != found {
            let message = format!("output of type {} has format `{}`", report.ty(data.ty), format.name());
            report.add(Rule::GlobalType, site, message);
        }
    }
    if module.types.get(data.pointer) != (TypeData::Pointer { storage: data.storage, pointee: data.ty }) {
        let message = format!("pointer has type {}", report.ty(data.pointer));
        report.add(Rule::GlobalPointer, site, message);
    }
    if !storage.is(StorageTraits::GLOBAL) {
        report.add(Rule::GlobalStorage, site, format!("global in `{name}` storage"));
    }
    if !storage.info().stages.has(module.stage) {
        let message = format!("`{name}` storage is not allowed in stage `{}`", module.stage.name());
        report.add(Rule::StorageStage, site, message);
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
            | TypeData::Tensor { .. }
            | TypeData::AccelerationStructure
    );
    let is_heap = module.is_structured_heap(data);
    let is_tile = matches!(element_data, TypeData::Image(image) if image.dim == Dim::TileImage);
    let fits = !of.void
        && !of.pointer
        && is_tile == (storage == Storage::TileImage)
        && (!(of.cooperative || of.below_byte) || matches!(storage, Storage::Private | Storage::Function))
        && (!of.descriptor || is_heap)
        && match storage.info().content {
            Content::Data => !of.opaque && !of.atomic_counter,
            Content::Interface => {
                !of.opaque && !of.atomic_counter && !of.small_float && !of.long_vector && !of.cooperative
            }
            Content::Opaque if is_heap => !of.state && !of.atomic_counter,
            Content::Opaque => is_handle || of.opaque && !of.state && !of.atomic_counter && !of.runtime_array,
            Content::Uniform => (!is_handle || matches!(element_data, TypeData::Spirv(_))) && !of.state,
            Content::Counter => element_data == TypeData::AtomicCounter,
        };
    if !fits {
        let message = format!("{} is not allowed in `{name}` storage", report.ty(data.ty));
        report.add(Rule::GlobalType, site, message);
    }
    if storage == Storage::PixelLocal {
        check_pixel_local(report, id, data);
    }
    let is_struct = matches!(element_data, TypeData::Struct(_));
    let must_block = storage.is(StorageTraits::BLOCK);
    match data.block {
        None if must_block => {
            report.add(Rule::BlockLayout, site, format!("block in `{name}` storage has no layout rule"));
        }
        Some(_) if !must_block && !storage.is(StorageTraits::MAY_BLOCK) => {
            report.add(Rule::BlockLayout, site, format!("block with a layout rule in `{name}` storage"));
        }
        Some(_) if !is_struct => report.add(Rule::BlockLayout, site, "block is not a struct"),
        Some(_) | None => {}
    }
    if let Some(initializer) = data.initializer {
        let found = module.constants.ty(initializer);
        if found != data.ty {
            let message = format!("expected {}, found {}", report.ty(data.ty), report.ty(found));
            report.add(Rule::Initializer, site, message);
        } else if data.block.is_some() && data.storage != Storage::Output {
            report.add(Rule::Initializer, site, "initialiser of a block in memory");
        } else if !storage.is(StorageTraits::INITIALIZED) {
            report.add(Rule::Initializer, site, format!("initialiser in `{name}` storage"));
        } else if data.storage == Storage::Shared && !module.constants.is_zero(initializer) {
            report.add(Rule::SharedStart, site, "initialiser of shared memory is not zero");
        }
    }
}
