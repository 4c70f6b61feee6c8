//! Rules about stages. Only facts that hold for every version and extension are rules.

use super::report::{Report, Site};
use super::rules::Rule;
use crate::effects::Effects;
use crate::function::Inst;
use crate::intrinsic::Intrinsic;
use crate::module::{Execution, Modes, Module, Stage};
use crate::ops::Sig;
use crate::types::{TypeData, common};
use crate::{BlendEquations, ConstantKind, FunctionData, SpecConstantData};

const TESSELLATION: &[Stage] = &[Stage::TessControl, Stage::TessEvaluation];
const FRAGMENT: &[Stage] = &[Stage::Fragment];
const BEFORE_RASTER: &[Stage] = &[Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry];
const RAY_TRACING: &[Stage] = &[
    Stage::RayGeneration,
    Stage::Intersection,
    Stage::AnyHit,
    Stage::ClosestHit,
    Stage::Miss,
    Stage::Callable,
];
const MESHES: &[Stage] = &[Stage::Task, Stage::Mesh, Stage::Fragment];
const WORKGROUP: &[Stage] = &[Stage::Compute, Stage::Task, Stage::Mesh];

/// Modes of critical sections of fragments.
const INTERLOCKS: Modes = Modes::PIXEL_INTERLOCK_ORDERED
    .union(Modes::PIXEL_INTERLOCK_UNORDERED)
    .union(Modes::SAMPLE_INTERLOCK_ORDERED)
    .union(Modes::SAMPLE_INTERLOCK_UNORDERED);

/// Checks modes.
pub(super) fn check(report: &mut Report<'_>) {
    check_modes(report);
    check_workgroup(report);
}

fn check_modes(report: &mut Report<'_>) {
    let stage = report.module.stage;
    let execution = &report.module.execution;
    let Execution {
        modes,
        local_size,
        input_primitive,
        output_primitive,
        max_vertices,
        max_primitives,
        invocations,
        spacing,
        depth,
        num_views,
        secondary_view_offset,
        query_micromaps_id,
        tile_rate_x,
        tile_rate_y,
        tile_rate_z,
        shared_size,
        scratch_size: _,
        blend,
    } = execution;
    let interlocks = Modes::ALL.iter().filter(|row| modes.contains(row.0) && INTERLOCKS.contains(row.0));
    if interlocks.count() > 1 {
        report.add(Rule::ExecutionMode, Site::Module, "several modes of interlock");
    }
    for (face, all) in [("front", Modes::STENCIL_REF_FRONT), ("back", Modes::STENCIL_REF_BACK)] {
        if modes.intersection(all).bits().count_ones() > 1 {
            let message = format!("the stencil reference has several relations to that of the {face} face");
            report.add(Rule::ExecutionMode, Site::Module, message);
        }
    }
    let switches = [Modes::QUERY_MICROMAPS_OFF, Modes::QUERY_MICROMAPS_ON];
    let switches = switches.into_iter().filter(|&mode| modes.contains(mode)).count();
    if switches + usize::from(query_micromaps_id.is_some()) > 1 {
        report.add(Rule::ExecutionMode, Site::Module, "ray queries have several modes of opacity micromaps");
    }
    let is_switch = |data: &SpecConstantData| data.id == *query_micromaps_id && data.ty == common::BOOL;
    if query_micromaps_id.is_some() && !report.module.spec_constants.values().any(is_switch) {
        let message = "`query_micromaps_id` is the id of no specialisation constant of type `bool`";
        report.add(Rule::ExecutionMode, Site::Module, message);
    }
    let counts = [
        ("max_vertices", *max_vertices, stage != Stage::Geometry),
        ("max_primitives", *max_primitives, true),
        ("invocations", *invocations, true),
        ("num_views", *num_views, true),
        ("tile_rate_x", *tile_rate_x, true),
        ("tile_rate_y", *tile_rate_y, true),
        ("tile_rate_z", *tile_rate_z, true),
    ];
    for (name, count, is_positive) in counts {
        if is_positive && count == Some(0) {
            report.add(Rule::ExecutionMode, Site::Module, format!("`{name}` is 0"));
        }
    }
    let single = [
        ("local_size", local_size.is_some(), WORKGROUP),
        ("input", input_primitive.is_some(), &[Stage::Geometry, Stage::TessEvaluation]),
        ("output", output_primitive.is_some(), &[Stage::Geometry, Stage::Mesh]),
        ("max_vertices", max_vertices.is_some(), &[Stage::Geometry, Stage::Mesh, Stage::TessControl]),
        ("max_primitives", max_primitives.is_some(), &[Stage::Mesh]),
        ("invocations", invocations.is_some(), &[Stage::Geometry]),
        ("spacing", spacing.is_some(), TESSELLATION),
        ("depth", depth.is_some(), FRAGMENT),
        ("num_views", num_views.is_some(), &[Stage::Vertex]),
        ("secondary_view_offset", secondary_view_offset.is_some(), BEFORE_RASTER),
        ("tile_rate_x", tile_rate_x.is_some(), &[Stage::Compute]),
        ("tile_rate_y", tile_rate_y.is_some(), &[Stage::Compute]),
        ("tile_rate_z", tile_rate_z.is_some(), &[Stage::Compute]),
        ("shared_size", shared_size.is_some(), WORKGROUP),
        ("blend support", *blend != BlendEquations::NONE, FRAGMENT),
    ];
    let flags = Modes::ALL.iter().filter(|row| modes.contains(row.0));
    let flags = flags.filter_map(|row| Some((row.1, true, mode_stages(row.0)?)));
    let wrong: Vec<_> =
        single.into_iter().chain(flags).filter(|row| row.1 && !row.2.contains(&stage)).collect();
    for (name, _, _) in wrong {
        report.add(
            Rule::ExecutionMode,
            Site::Module,
            format!("`{name}` is not allowed in stage `{}`", stage.name()),
        );
    }
}

/// The stages that a mode is for; none if it is for any.
fn mode_stages(mode: Modes) -> Option<&'static [Stage]> {
    const FRAGMENT_MODES: [Modes; 24] = [
        Modes::INNER_COVERAGE,
        Modes::OVERRIDE_COVERAGE,
        Modes::EARLY_FRAGMENT_TESTS,
        Modes::EARLY_AND_LATE_FRAGMENT_TESTS,
        Modes::STENCIL_REF_UNCHANGED_FRONT,
        Modes::STENCIL_REF_GREATER_FRONT,
        Modes::STENCIL_REF_LESS_FRONT,
        Modes::STENCIL_REF_UNCHANGED_BACK,
        Modes::STENCIL_REF_GREATER_BACK,
        Modes::STENCIL_REF_LESS_BACK,
        Modes::IMPLICIT_GATHER_LEVELS,
        Modes::POST_DEPTH_COVERAGE,
        Modes::ORIGIN_UPPER_LEFT,
        Modes::PIXEL_CENTER_INTEGER,
        Modes::PIXEL_INTERLOCK_ORDERED,
        Modes::PIXEL_INTERLOCK_UNORDERED,
        Modes::SAMPLE_INTERLOCK_ORDERED,
        Modes::SAMPLE_INTERLOCK_UNORDERED,
        Modes::QUAD_DERIVATIVES,
        Modes::REQUIRE_FULL_QUADS,
        Modes::NON_COHERENT_COLOR_READ,
        Modes::NON_COHERENT_DEPTH_READ,
        Modes::NON_COHERENT_STENCIL_READ,
        Modes::NON_COHERENT_TILE_READ,
    ];
    if FRAGMENT_MODES.contains(&mode) {
        return Some(FRAGMENT);
    }
    if [Modes::POINT_MODE, Modes::CLOCKWISE, Modes::COUNTER_CLOCKWISE].contains(&mode) {
        return Some(TESSELLATION);
    }
    if [Modes::DERIVATIVE_GROUP_QUADS, Modes::DERIVATIVE_GROUP_LINEAR].contains(&mode) {
        return Some(WORKGROUP);
    }
    if [Modes::NV_RAY_TRACING, Modes::NV_HIT_OBJECTS].contains(&mode) {
        return Some(RAY_TRACING);
    }
    if mode == Modes::VARIABLE_GROUP_SIZE {
        return Some(&[Stage::Compute]);
    }
    if mode == Modes::NV_MESH {
        return Some(MESHES);
    }
    if mode == Modes::VIEWPORT_RELATIVE {
        return Some(BEFORE_RASTER);
    }
    None
}

fn check_workgroup(report: &mut Report<'_>) {
    let module = report.module;
    let constants = &module.constants;
    for size in module.execution.local_size.into_iter().flatten() {
        let data = constants.get(size);
        let is_integer = matches!(module.types.get(data.ty), TypeData::Scalar(scalar) if scalar.is_integer());
        let is_size = match data.kind {
            ConstantKind::Scalar(bits) => bits != 0,
            ConstantKind::Spec(_) | ConstantKind::SpecOp { .. } => true,
            ConstantKind::Composite(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Param(_) => false,
        };
        if !is_integer || !is_size {
            report.add(Rule::WorkgroupSize, Site::Constant(size), "expected a positive integer");
        }
    }
    if module.execution.local_size.is_some() && module.execution.modes.contains(Modes::VARIABLE_GROUP_SIZE) {
        report.add(Rule::WorkgroupSize, Site::Module, "workgroup has a fixed and a variable size");
    }
    check_derivative_group(report);
}

/// Checks that groups of invocations within which derivatives are taken fill the workgroup.
fn check_derivative_group(report: &mut Report<'_>) {
    let module = report.module;
    let modes = module.execution.modes;
    let Some(size) = module.execution.local_size else { return };
    let size = size.map(|constant| module.constants.as_int(constant));
    if !module.execution.is_whole_groups(size) {
        let message = "workgroup is not made of whole groups of four invocations";
        report.add(Rule::WorkgroupSize, Site::Module, message);
    }
    if modes.contains(Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR)) {
        report.add(Rule::ExecutionMode, Site::Module, "several modes of groups for derivatives");
    }
}

/// The fault of an operation in the stage of the module, if any.
pub(super) fn operation(module: &Module, function: &FunctionData, inst: Inst) -> Option<String> {
    let op = function.op(inst);
    let (name, stages) = match function.intrinsic(inst) {
        Some(intrinsic) => (intrinsic.name(), intrinsic.info().stages),
        None => (op.mnemonic(), op.info().stages),
    };
    let stage = module.stage;
    if !stages.has(stage) {
        return Some(format!("`{name}` is not allowed in stage `{}`", stage.name()));
    }
    let takes_derivatives =
        op.effects().contains(Effects::DERIVATIVE) && matches!(op.info().sig, Sig::Unary(_));
    let groups = Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR);
    let lacks_groups =
        takes_derivatives && stage != Stage::Fragment && !module.execution.modes.intersects(groups);
    if lacks_groups && module.entry.is_some() {
        return Some(format!("`{name}` in a module without groups for derivatives"));
    }
    let is_interlock =
        matches!(function.intrinsic(inst), Some(Intrinsic::BeginInterlock | Intrinsic::EndInterlock));
    let lacks_mode = is_interlock && module.entry.is_some() && !module.execution.modes.intersects(INTERLOCKS);
    lacks_mode.then(|| format!("`{name}` in a module without a mode of interlock"))
}
