//! Rules about stages. Only facts that hold for every version and extension are rules.

use super::report::{Report, Site};
use super::rules::Rule;
use crate::function::Inst;
use crate::module::{Execution, Modes, Module, Stage};
use crate::types::TypeData;
use crate::{BlendEquations, ConstantKind, FunctionData};

const TESSELLATION: &[Stage] = &[Stage::TessControl, Stage::TessEvaluation];
const FRAGMENT: &[Stage] = &[Stage::Fragment];
const WORKGROUP: &[Stage] = &[Stage::Compute, Stage::Task, Stage::Mesh];

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
        blend,
    } = execution;
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
    const FRAGMENT_MODES: [Modes; 13] = [
        Modes::EARLY_FRAGMENT_TESTS,
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
            ConstantKind::Composite(_) | ConstantKind::Null | ConstantKind::Undef => false,
        };
        if !is_integer || !is_size {
            report.add(Rule::WorkgroupSize, Site::Constant(size), "expected a positive integer");
        }
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
    (!stages.has(stage)).then(|| format!("`{name}` is not allowed in stage `{}`", stage.name()))
}
