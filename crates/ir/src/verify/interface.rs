//! Decorations and built-in variables: where they are, and of which types.
//!
//! Members of structs are looked at for each storage class in which a variable holds the struct.

use super::report::{Report, Site};
use super::rules::Rule;
use super::types::TypeFacts;
use crate::builtin::{BuiltIn, BuiltInShape};
use crate::decorations::PLACEMENTS;
use crate::module::{
    Decorations, Global, GlobalData, Interpolation, Module, Qualifiers, Stage, Storage, Struct,
};
use crate::side_table::SideTable;
use crate::storage::Storages;
use crate::types::{Length, Scalar, Type, TypeData, common};

/// Checks globals and members.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    for (id, data) in module.globals.iter() {
        let storages = Storages::of(&[data.storage]);
        let site = Site::Global(id);
        check_decorations(report, site, storages, &data.decorations);
        if let Some(builtin) = data.decorations.builtin {
            check_builtin(report, site, storages, builtin, data.ty);
        }
        check_global(report, facts, id, data);
    }
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
            check_decorations(report, site, storages, &member.decorations);
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

/// The storage classes in which globals hold each struct.
fn uses(module: &Module) -> SideTable<Struct, Storages> {
    let mut uses = SideTable::filled(module.structs.len(), Storages::NONE);
    let mut waiting: Vec<(Type, Storages)> = Vec::new();
    for data in module.globals.values() {
        waiting.push((data.ty, Storages::of(&[data.storage])));
    }
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, .. } = data
            && let Some(ty) = module.types.find(TypeData::Struct(block))
        {
            waiting.push((ty, Storages::of(&[Storage::PhysicalBuffer])));
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

fn check_decorations(report: &mut Report<'_>, site: Site, storages: Storages, decorations: &Decorations) {
    if *decorations == Decorations::default() {
        return;
    }
    let stage = report.module.stage;
    let mut rows = PLACEMENTS.chunk_by(|a, b| a.name == b.name);
    // Of several storage classes, one must have it: the struct of an output may be copied to a variable.
    let wrong = rows.find(|rows| {
        rows.iter().any(|row| (row.of)(decorations))
            && !rows.iter().any(|row| row.storages.intersects(storages) && row.stages.has(stage))
    });
    if let Some(row) = wrong.and_then(|rows| rows.first()) {
        let storage = storages.iter().next().map_or("", Storage::name);
        let message =
            format!("`{}` is not allowed on `{storage}` variables in stage `{}`", row.name, stage.name());
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
    // State of OpenGL is a uniform, which lowerings may retype.
    let is_interface = storages.intersects(Storages::of(&[Storage::Input, Storage::Output]));
    let module = report.module;
    let element = module.types.element(ty);
    if is_interface
        && !has_shape(module, ty, interface.shape)
        && !element.is_some_and(|ty| has_shape(module, ty, interface.shape))
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
        BuiltInShape::Ints | BuiltInShape::Indices => element(&is_int),
        BuiltInShape::Vec4s => element(&|ty| ty == common::VEC4),
        BuiltInShape::Triangle => {
            data == TypeData::Array { element: common::VEC3, length: Length::Constant(3) }
        }
        BuiltInShape::Mat4x3 => data == TypeData::Matrix { scalar: Scalar::F32, columns: 4, rows: 3 },
        BuiltInShape::LineIndices => element(&|ty| ty == common::UVEC2 || ty == common::IVEC2),
        BuiltInShape::TriangleIndices => element(&|ty| ty == common::UVEC3 || ty == common::IVEC3),
    }
}

/// True if there is an element for each vertex or primitive.
fn is_arrayed(module: &Module, storage: Storage, decorations: &Decorations) -> bool {
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

fn check_global(report: &mut Report<'_>, facts: &TypeFacts, id: Global, data: &GlobalData) {
    let module = report.module;
    if !matches!(data.storage, Storage::Input | Storage::Output) || data.decorations.builtin.is_some() {
        return;
    }
    let arrayed = is_arrayed(module, data.storage, &data.decorations);
    let element = module.types.element(data.ty);
    if arrayed && module.stage == Stage::Fragment && element.is_none() {
        report.add(Rule::Interpolation, Site::Global(id), "input for each vertex is not an array");
    }
    let ty = if arrayed { element.unwrap_or(data.ty) } else { data.ty };
    check_part(
        report,
        facts,
        Site::Global(id),
        data.storage,
        ty,
        &data.decorations,
        data.decorations.interpolation,
    );
    if let (Some(_), TypeData::Struct(block)) = (data.block, module.types.get(ty)) {
        for (index, member) in module.structs[block].members.iter().enumerate() {
            if member.decorations.builtin.is_none() {
                let interpolation = member.decorations.interpolation.or(data.decorations.interpolation);
                let site = Site::Member(block, Some(index));
                check_part(report, facts, site, data.storage, member.ty, &member.decorations, interpolation);
            }
        }
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
    let is_flat = matches!(interpolation, Some(Interpolation::Flat | Interpolation::PerVertex));
    if !is_block && facts.get(ty).boolean {
        let message = format!("{} is not allowed in `{}` storage", report.ty(ty), storage.name());
        report.add(Rule::GlobalType, site, message);
    }
    let per_primitive = decorations.qualifiers.contains(Qualifiers::PER_PRIMITIVE);
    if (module.stage, storage) == (Stage::Fragment, Storage::Input)
        && !is_flat
        && !per_primitive
        && !is_block
        && facts.get(ty).whole
    {
        let message = format!("input of type {} is not flat", report.ty(ty));
        report.add(Rule::Interpolation, site, message);
    }
    if let Some(component) = decorations.component.filter(|&component| component <= 3) {
        let inner = module.types.innermost(ty);
        let components = match module.types.get(inner) {
            TypeData::Scalar(scalar) => scalar.width().div_ceil(32),
            TypeData::Vector { scalar, size } => u32::from(size) * scalar.width().div_ceil(32),
            _ => 4,
        };
        if component + components > 4 {
            let message = format!("{components} components from component {component} on exceed a location");
            report.add(Rule::Locations, site, message);
        }
    }
}
