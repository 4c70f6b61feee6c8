//! Limits on inputs and outputs (GLSL 4.60 section 7.3).

use super::declared::{Declared, StageDeclarations};
use super::rules::Scope;
use vitrum_diagnostics::{Code, Diagnostic, Severity};
use vitrum_glsl::builtins::constants::{BuiltInLimits, CONSTANTS, Parts};
use vitrum_ir::{Module, Qualifiers, Stage, Storage, Type, TypeData};
use vitrum_passes::location_count;

/// The components that a stage may have in a storage class, per patch or not.
const COMPONENTS: &[(Stage, Storage, bool, &str)] = &[
    (Stage::Vertex, Storage::Output, false, "gl_MaxVertexOutputComponents"),
    (Stage::TessControl, Storage::Input, false, "gl_MaxTessControlInputComponents"),
    (Stage::TessControl, Storage::Output, false, "gl_MaxTessControlOutputComponents"),
    (Stage::TessControl, Storage::Output, true, "gl_MaxTessPatchComponents"),
    (Stage::TessEvaluation, Storage::Input, false, "gl_MaxTessEvaluationInputComponents"),
    (Stage::TessEvaluation, Storage::Output, false, "gl_MaxTessEvaluationOutputComponents"),
    (Stage::Geometry, Storage::Input, false, "gl_MaxGeometryInputComponents"),
    (Stage::Geometry, Storage::Output, false, "gl_MaxGeometryOutputComponents"),
    (Stage::Fragment, Storage::Input, false, "gl_MaxFragmentInputComponents"),
];

/// Reports interfaces that are too large.
pub(super) fn check(
    stages: &[StageDeclarations<'_>],
    scope: Scope,
    limits: &BuiltInLimits,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let is_es = matches!(scope, Scope::OpenGlEs | Scope::OpenGlEsSeparable);
    let limit_of = |name: &str| {
        let value = CONSTANTS.iter().find(|row| row.name == name).map(|row| row.value(limits, is_es));
        match value {
            Some(Parts::One(limit)) => Some(limit),
            _ => None,
        }
    };
    let minimums = BuiltInLimits::default();
    let is_minimum = |name: &str| {
        let row = CONSTANTS.iter().find(|row| row.name == name);
        row.is_some_and(|row| row.value(limits, is_es) == row.value(&minimums, is_es))
    };
    if let Some(limit) = limit_of("gl_MaxPatchVertices") {
        check_patches(stages, limit, diagnostics);
    }
    for &(stage, storage, patch, name) in COMPONENTS {
        let Some(of) = stages.iter().find(|of| of.stage == stage) else { continue };
        let Some(limit) = limit_of(name) else { continue };
        let of_kind = |it: &Declared<'_>| it.decorations.qualifiers.contains(Qualifiers::PATCH) == patch;
        let storages = [storage];
        let all: Vec<Declared<'_>> = of.user(&storages).filter(of_kind).collect();
        let count = all.iter().fold(0u32, |sum, it| sum.saturating_add(components(it.module(), it.ty)));
        if let (Some(last), true) = (all.last(), i64::from(count) > i64::from(limit)) {
            let what = if storage == Storage::Input { "inputs" } else { "outputs" };
            let per = if patch { " per patch" } else { "" };
            let message = format!(
                "the {what} of the {} stage have {count} components{per}, and `{name}` is {limit}",
                of.name
            );
            let diagnostic = last.diagnostic(Code::LinkLimit, message);
            // Most devices have more than the minimum of the specification.
            diagnostics.push(match is_minimum(name) {
                true => diagnostic
                    .with_severity(Severity::Warning)
                    .help("set the limits of the device: this is the minimum of the specification"),
                false => diagnostic,
            });
        }
    }
}

/// Inputs of tessellation with another length than that of the largest patch (GLSL 4.60 section 4.3.4).
fn check_patches(stages: &[StageDeclarations<'_>], limit: i32, diagnostics: &mut Vec<Diagnostic>) {
    for of in stages.iter().filter(|of| matches!(of.stage, Stage::TessControl | Stage::TessEvaluation)) {
        for input in of.user(&[Storage::Input]) {
            let length = match input.decorations.qualifiers.contains(Qualifiers::PATCH) {
                true => None,
                false => of.module.types.length(input.data().ty),
            };
            if let Some(length) = length.filter(|&length| i64::from(length) != i64::from(limit)) {
                let message = format!(
                    "input `{}` has {length} elements, and `gl_MaxPatchVertices` is {limit}",
                    input.name
                );
                diagnostics.push(input.diagnostic(Code::LinkMismatch, message));
            }
        }
    }
}

/// The components of a type: those of its scalars, and of whole locations for anything that is made of parts.
fn components(module: &Module, ty: Type) -> u32 {
    match module.types.get(ty) {
        TypeData::Scalar(_) | TypeData::Vector { .. } => module.types.vector_size(ty).unwrap_or(1),
        TypeData::Array { element, .. }
            if matches!(module.types.get(element), TypeData::Scalar(_) | TypeData::Vector { .. }) =>
        {
            module.types.length(ty).unwrap_or(1).saturating_mul(components(module, element))
        }
        _ => location_count(module, ty, false).saturating_mul(4),
    }
}
