//! Decorations and built-in variables: where they are, and of which types.
//!
//! Members of structs are looked at for each storage class in which a variable holds the struct.

use super::report::{Part, Report, Site};
use super::rules::Rule;
use super::types::TypeFacts;
use crate::builtin::{BuiltIn, BuiltInShape};
use crate::decorations::PLACEMENTS;
use crate::module::{
    Decorations, Function, Global, GlobalData, Interpolation, Member, Module, Qualifiers, Stage, Storage,
    Struct,
};
use crate::side_table::SideTable;
use crate::stages::Stages;
use crate::storage::{StorageTraits, Storages};
use crate::types::{Dim, Length, Scalar, Type, TypeData, common};
use std::collections::BTreeSet;

/// Checks globals and members.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    for (id, data) in module.globals.iter() {
        let storages = Storages::of(&[data.storage]);
        let site = Site::Global(id);
        check_decorations(report, site, storages, &data.decorations, data.ty);
        if let Some(builtin) = data.decorations.builtin {
            check_builtin(report, site, storages, builtin, data.ty);
        }
        check_global(report, facts, id, data);
    }
    check_duplicates(report);
    let uses = uses(module);
    for (id, data) in module.structs.iter() {
        let storages = uses.at(id);
        let builtins = data.members.iter().filter(|member| member.decorations.builtin.is_some()).count();
        let is_interface = storages.intersects(Storages::of(&[Storage::Input, Storage::Output]));
        for (index, member) in data.members.iter().enumerate() {
            let site = Site::Member(id, Some(index));
            if storages == Storages::NONE {
                continue;
            }
            check_decorations(report, site, storages, &member.decorations, member.ty);
            match member.decorations.builtin {
                Some(builtin) => check_builtin(report, site, storages, builtin, member.ty),
                None if builtins > 0 && is_interface => {
                    report.add(Rule::BuiltInBlock, site, "block has built-in members and others");
                }
                None => {}
            }
        }
    }
}

/// Checks memory qualifiers of parameters, whose addresses tell the storage class. The ids of the function are right.
pub(super) fn check_params(report: &mut Report<'_>, id: Function) {
    let module = report.module;
    let access = Qualifiers::READONLY.union(Qualifiers::WRITEONLY);
    let function = &module.functions[id];
    for (param, &value) in function.params.iter().zip(&function.blocks[function.body].params) {
        let is_plain = match module.types.get(function.values[value].ty) {
            TypeData::Pointer {
                storage: Storage::Function | Storage::Private | Storage::Shared,
                pointee,
            } => !matches!(module.types.get(module.types.innermost(pointee)), TypeData::Handle { .. }),
            _ => false,
        };
        if is_plain && param.qualifiers.intersects(access) {
            let message = "`readonly` or `writeonly` parameter is not an image or a buffer";
            report.add(Rule::Placement, Site::Head(id, Part::Op), message);
        }
        let may_be_of_block = match module.types.get(function.values[value].ty) {
            TypeData::Pointer { storage, .. } => {
                storage.info().traits.intersects(StorageTraits::BLOCK.union(StorageTraits::MAY_BLOCK))
            }
            _ => false,
        };
        if param.layout.is_some() && !may_be_of_block {
            let message = "`layout` of a parameter that does not point into a block";
            report.add(Rule::Placement, Site::Head(id, Part::Op), message);
        }
    }
}

/// Checks that no two variables are the same input or output that is built in.
fn check_duplicates(report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for (id, data) in report.module.globals.iter() {
        let is_interface = matches!(data.storage, Storage::Input | Storage::Output);
        // The names of these tell them apart.
        if let Some(builtin) = data.decorations.builtin
            && is_interface
            && builtin.spirv().is_some()
            && !seen.insert((data.storage, builtin))
        {
            let message = format!("`{}` is declared twice", builtin.name());
            report.add(Rule::DuplicateBuiltIn, Site::Global(id), message);
        }
    }
}

/// The storage classes in which globals hold each struct.
fn uses(module: &Module) -> SideTable<Struct, Storages> {
    let mut uses = SideTable::filled(module.structs.len(), Storages::NONE);
    let mut waiting: Vec<(Type, Storages)> = Vec::new();
    for data in module.globals.values() {
        waiting.push((data.ty, Storages::of(&[data.storage])));
    }
    for (_, data) in module.types.iter() {
        let (block, storage) = match data {
            TypeData::BufferReference { block, .. } => (block, Storage::PhysicalBuffer),
            TypeData::Descriptor { block, storage, .. } => (block, storage),
            _ => continue,
        };
        if let Some(ty) = module.types.find(TypeData::Struct(block)) {
            waiting.push((ty, Storages::of(&[storage])));
        }
    }
    while let Some((ty, storages)) = waiting.pop() {
        if let TypeData::Struct(id) = module.types.get(module.types.innermost(ty))
            && uses.entry(id).insert(storages)
        {
            waiting.extend(module.structs[id].members.iter().map(|member| (member.ty, storages)));
        }
    }
    uses
}

fn check_decorations(
    report: &mut Report<'_>,
    site: Site,
    storages: Storages,
    decorations: &Decorations,
    ty: Type,
) {
    if *decorations == Decorations::default() {
        return;
    }
    // The memory qualifiers of a handle are those of its image, wherever it lies.
    let mut of_handle = Decorations::default();
    let decorations = match report.module.types.get(report.module.types.innermost(ty)) {
        TypeData::Handle { .. } => {
            of_handle.clone_from(decorations);
            of_handle.qualifiers.remove(Qualifiers::OF_ACCESSES.union(Qualifiers::RESTRICT));
            &of_handle
        }
        _ => decorations,
    };
    let stage = report.module.stage;
    let is_member = matches!(site, Site::Member(..));
    if decorations.align.is_some_and(|align| !align.is_power_of_two()) {
        report.add(Rule::Offsets, site, "alignment is not a power of two");
    }
    let mut rows = PLACEMENTS.chunk_by(|a, b| a.name == b.name);
    // Of several storage classes, one must have it: the struct of an output may be copied to a variable.
    let wrong = rows.find(|rows| {
        rows.iter().any(|row| (row.of)(decorations))
            && !rows.iter().any(|row| {
                let is_here = if is_member { row.of_members } else { row.of_variables };
                is_here && row.storages.intersects(storages) && row.stages.has(stage)
            })
    });
    if let Some(row) = wrong.and_then(|rows| rows.first()) {
        let storage = storages.iter().next().map_or("", Storage::name);
        let on = if is_member { "members of " } else { "" };
        let message =
            format!("`{}` is not allowed on {on}`{storage}` variables in stage `{}`", row.name, stage.name());
        report.add(Rule::Placement, site, message);
    }
}

fn check_builtin(report: &mut Report<'_>, site: Site, storages: Storages, builtin: BuiltIn, ty: Type) {
    let stage = report.module.stage;
    let interface = builtin.interface();
    let sides = [(Storage::Input, interface.inputs, "input"), (Storage::Output, interface.outputs, "output")];
    for (storage, stages, side) in sides {
        if storages.has(storage) && !stages.has(stage) {
            let message = format!("`{}` is not an {side} of stage `{}`", builtin.name(), stage.name());
            report.add(Rule::BuiltIn, site, message);
            return;
        }
    }
    let is_interface = storages.intersects(Storages::of(&[Storage::Input, Storage::Output]));
    if storages == Storages::of(&[Storage::Uniform]) && !interface.is_state {
        report.add(Rule::BuiltIn, site, format!("`{}` is not a uniform", builtin.name()));
        return;
    }
    // Variables, not members, have an element for each vertex.
    let module = report.module;
    let vertex = match site {
        Site::Global(id)
            if is_arrayed(module, module.globals[id].storage, &module.globals[id].decorations) =>
        {
            module.types.element(ty)
        }
        _ => None,
    };
    // Lowerings may retype state of OpenGL.
    if is_interface
        && !has_shape(module, ty, interface.shape)
        && !vertex.is_some_and(|ty| has_shape(module, ty, interface.shape))
    {
        let message = format!("`{}` has type {}", builtin.name(), report.ty(ty));
        report.add(Rule::BuiltInType, site, message);
    }
}

fn has_shape(module: &Module, ty: Type, shape: BuiltInShape) -> bool {
    let data = module.types.get(ty);
    let is_int = |ty| ty == common::I32 || ty == common::U32;
    let ints = |size| matches!(data, TypeData::Vector { scalar: Scalar::I32 | Scalar::U32, size: found } if found == size);
    let element = |fits: &dyn Fn(Type) -> bool| module.types.element(ty).is_some_and(fits);
    match shape {
        BuiltInShape::Any => true,
        BuiltInShape::Bool => ty == common::BOOL,
        BuiltInShape::Int => is_int(ty),
        BuiltInShape::F32 => ty == common::F32,
        BuiltInShape::Vec2 => ty == common::VEC2,
        BuiltInShape::Vec3 => ty == common::VEC3,
        BuiltInShape::Vec4 => ty == common::VEC4,
        BuiltInShape::Ivec2 => ints(2),
        BuiltInShape::Uvec3 => ints(3),
        BuiltInShape::Mask => ints(4) || ty == common::U64,
        BuiltInShape::Floats => element(&|ty| ty == common::F32),
        // naga has one number where Vulkan has an array of one.
        BuiltInShape::Ints => element(&is_int) || is_int(ty),
        BuiltInShape::IntsOfViews => {
            let is_ints = |ty| module.types.element(ty).is_some_and(is_int);
            element(&|ty| is_int(ty) || is_ints(ty)) || is_int(ty)
        }
        BuiltInShape::FloatsOfViews => {
            element(&|ty| module.types.element(ty).is_some_and(|ty| ty == common::F32))
        }
        BuiltInShape::Indices => element(&is_int),
        BuiltInShape::Vec4s => element(&|ty| ty == common::VEC4),
        BuiltInShape::Triangle => {
            data == TypeData::Array { element: common::VEC3, length: Length::Constant(3) }
        }
        BuiltInShape::Vec2s => data == TypeData::Array { element: common::VEC2, length: Length::Constant(3) },
        BuiltInShape::Vec3Pair => {
            data == TypeData::Array { element: common::VEC3, length: Length::Constant(2) }
        }
        BuiltInShape::F32Pair => {
            data == TypeData::Array { element: common::F32, length: Length::Constant(2) }
        }
        BuiltInShape::Mat4x3 => data == TypeData::Matrix { scalar: Scalar::F32, columns: 4, rows: 3 },
        BuiltInShape::LineIndices => element(&|ty| ty == common::UVEC2 || ty == common::IVEC2),
        BuiltInShape::TriangleIndices => element(&|ty| ty == common::UVEC3 || ty == common::IVEC3),
    }
}

/// True if there is an element for each vertex or primitive.
pub(crate) fn is_arrayed(module: &Module, storage: Storage, decorations: &Decorations) -> bool {
    let is_patch = decorations.qualifiers.contains(Qualifiers::PATCH);
    match (module.stage, storage) {
        (Stage::TessControl, Storage::Input | Storage::Output) | (Stage::TessEvaluation, Storage::Input) => {
            !is_patch
        }
        (Stage::Geometry, Storage::Input) | (Stage::Mesh, Storage::Output) => true,
        (Stage::Fragment, Storage::Input) => decorations.interpolation == Some(Interpolation::PerVertex),
        _ => false,
    }
}

/// The stages whose inputs and outputs can have a meaning that the author gives.
const WITH_VARYINGS: Stages =
    Stages::VERTEX.or(Stages::TESSELLATION).or(Stages::GEOMETRY).or(Stages::FRAGMENT);

fn check_global(report: &mut Report<'_>, facts: &TypeFacts, id: Global, data: &GlobalData) {
    let module = report.module;
    let site = Site::Global(id);
    let decorations = &data.decorations;
    let access = Qualifiers::READONLY.union(Qualifiers::WRITEONLY);
    match (data.storage, data.block) {
        (Storage::Opaque, _) => check_opaque(report, site, data),
        (Storage::Uniform, None) if decorations.qualifiers.intersects(access) => {
            report.add(Rule::Placement, site, "`readonly` or `writeonly` uniform is not a block");
        }
        (Storage::Uniform, Some(_)) if decorations.location.is_some() => {
            report.add(Rule::Placement, site, "`location` on a uniform block");
        }
        _ => {}
    }
    if !matches!(data.storage, Storage::Input | Storage::Output) {
        return;
    }
    let arrayed = is_arrayed(module, data.storage, decorations);
    let element = module.types.element(data.ty);
    if arrayed && module.stage == Stage::Fragment && element.is_none() {
        report.add(Rule::Interpolation, site, "input for each vertex is not an array");
    }
    let ty = if arrayed { element.unwrap_or(data.ty) } else { data.ty };
    let members = match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) if data.block.is_some() => Some((id, module.structs[id].members.as_slice())),
        _ => None,
    };
    let is_builtin = |member: &Member| member.decorations.builtin.is_some();
    let has_builtins = members.is_some_and(|(_, members)| members.iter().any(is_builtin));
    if has_builtins && arrayed != element.is_some() {
        let message =
            "block of built-ins is an array where the stage has one for each vertex, and only there";
        report.add(Rule::BuiltInBlock, site, message);
    }
    if has_builtins && decorations.location.is_some() {
        report.add(Rule::BuiltInBlock, site, "block of built-ins has a location");
    }
    // SPIR-V that the author names may give it a meaning.
    let is_own = decorations.builtin.is_none() && decorations.spirv.is_none() && !has_builtins;
    let stages = if data.storage == Storage::Output { WITH_VARYINGS.or(Stages::MESH) } else { WITH_VARYINGS };
    if is_own && !stages.has(module.stage) {
        let message = format!("{} of stage `{}` is not built in", data.storage.name(), module.stage.name());
        report.add(Rule::BuiltIn, site, message);
    }
    check_part(report, facts, site, data.storage, ty, decorations, decorations.interpolation);
    for (index, member) in members.iter().flat_map(|(_, members)| members.iter().enumerate()) {
        // A block with an element for each primitive is not interpolated.
        let per_primitive = decorations.qualifiers.contains(Qualifiers::PER_PRIMITIVE);
        let own = per_primitive.then_some(Interpolation::Flat).or(decorations.interpolation);
        let interpolation = member.decorations.interpolation.or(own);
        let site = members.map_or(site, |(id, _)| Site::Member(id, Some(index)));
        check_part(report, facts, site, data.storage, member.ty, &member.decorations, interpolation);
    }
}

/// Only images for storage are read or written alone, and only those of a render pass have an attachment.
fn check_opaque(report: &mut Report<'_>, site: Site, data: &GlobalData) {
    let (is_storage, is_attachment) = match report.module.types.get(report.module.types.innermost(data.ty)) {
        TypeData::Image(image) => (image.storage, image.dim == Dim::Subpass),
        TypeData::Tensor { .. } => (true, false),
        TypeData::SampledImage(_) | TypeData::Sampler { .. } | TypeData::AccelerationStructure => {
            (false, false)
        }
        _ => return,
    };
    let mut wrong = data.decorations.qualifiers.intersection(Qualifiers::OF_ACCESSES);
    wrong.remove(Qualifiers::NON_PRIVATE);
    if let Some(name) = wrong.names().next().filter(|_| !is_storage) {
        let message = format!("`{name}` variable is not an image for storage");
        report.add(Rule::Placement, site, message);
    }
    if !is_attachment && data.decorations.input_attachment.is_some() {
        report.add(Rule::Placement, site, "`input_attachment` on a variable that is not an attachment");
    }
}

/// Checks a variable, or a member of a block, that is an input or output.
fn check_part(
    report: &mut Report<'_>,
    facts: &TypeFacts,
    site: Site,
    storage: Storage,
    ty: Type,
    decorations: &Decorations,
    interpolation: Option<Interpolation>,
) {
    let module = report.module;
    let is_block = matches!(site, Site::Global(id) if module.globals[id].block.is_some());
    let is_flat = matches!(
        interpolation,
        Some(Interpolation::Flat | Interpolation::PerVertex | Interpolation::Explicit)
    );
    if !is_block && decorations.builtin.is_none() && facts.get(ty).boolean {
        let message = format!("{} is not allowed in `{}` storage", report.ty(ty), storage.name());
        report.add(Rule::GlobalType, site, message);
    }
    let per_primitive = decorations.qualifiers.contains(Qualifiers::PER_PRIMITIVE);
    if (module.stage, storage) == (Stage::Fragment, Storage::Input)
        && !is_flat
        && !per_primitive
        && !is_block
        && decorations.builtin != Some(BuiltIn::SampleMask)
        && facts.get(ty).whole
    {
        let message = format!("input of type {} is not flat", report.ty(ty));
        report.add(Rule::Interpolation, site, message);
    }
    if decorations.component.is_some() && decorations.builtin.is_some() {
        report.add(Rule::Locations, site, "component of a built-in variable");
    } else if let Some(component) = decorations.component.filter(|&component| component <= 3) {
        let inner = module.types.innermost(ty);
        let components = match module.types.get(inner) {
            TypeData::Scalar(scalar) => scalar.width().div_ceil(32),
            TypeData::Vector { scalar, size } => u32::from(size) * scalar.width().div_ceil(32),
            _ => 0,
        };
        if components == 0 {
            let message =
                format!("component of {}, which is neither a scalar nor a vector", report.ty(inner));
            report.add(Rule::Locations, site, message);
        } else if component + components > 4 {
            let message = format!("{components} components from component {component} on exceed a location");
            report.add(Rule::Locations, site, message);
        }
    }
}
