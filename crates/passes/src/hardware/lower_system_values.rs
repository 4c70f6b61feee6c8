//! Replaces loads of built-in inputs that come from the pipeline itself by an intrinsic.
//!
//! ```text
//! %0: u32 = load @gl_VertexIndex                      =>    %0: u32 = intrinsic.load_system_value 7u32
//! %1: ptr<input, u32> = access @gl_GlobalInvocationID, 0i32    %1: vec3<u32> = intrinsic.load_system_value 28u32
//! %2: u32 = load %1                                         %2: u32 = extract.0 %1
//! ```
//!
//! The number is that of the built-in variable in the IR's table; an element of an array is a second operand. Inputs from the
//! stage before, such as `gl_Layer` in a fragment shader, are for `lower_io`. The global stays, without uses.
//!
//! Mesa calls this `nir_lower_system_values`.

use super::chains::{Chain, Chains, kept_globals};
use super::emit;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashSet;
use vitrum_ir::machine::is_system_value;
use vitrum_ir::{Global, GlobalData, Inst, Intrinsic, Module, Op, Operand, Precision, TypeData, visit};

/// True if a global is a built-in input that an intrinsic can load: a scalar, a vector, or an array of such.
fn is_lowered(module: &Module, data: &GlobalData) -> bool {
    let element = module.types.element(data.ty).unwrap_or(data.ty);
    let is_vector = matches!(module.types.get(element), TypeData::Scalar(_) | TypeData::Vector { .. });
    is_vector && is_system_value(module, data)
}

/// True if a function names such an input.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    let inputs: FxHashSet<Global> =
        module.globals_that(|data| is_lowered(module, data)).into_iter().collect();
    let names = |id| {
        let function = &module.functions[id];
        let mut found = false;
        visit::each(function, function.body, |inst| {
            found |= function
                .operands(inst)
                .iter()
                .any(|operand| operand.global().is_some_and(|global| inputs.contains(&global)));
        });
        found
    };
    !inputs.is_empty() && module.code_ids().any(names)
}

/// Lowers them in all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let kept = kept_globals(module, |op| op == Op::Load || op == Op::Access);
    let inputs = module.globals_that(|data| is_lowered(module, data));
    let inputs: FxHashSet<Global> = inputs.into_iter().filter(|global| !kept.contains(global)).collect();
    let mut changes = 0;
    for id in module.code_ids() {
        let mut chains = Chains::new(inputs.clone());
        changes += rewrite_in(module, id, session, |rewriter, inst| match rewriter.function().op(inst) {
            Op::Access => chains.access(rewriter, inst),
            Op::Load => match chains.of_operand(rewriter, inst, 0) {
                Some(chain) => load(rewriter, inst, &chain),
                None => Action::Keep,
            },
            _ => Action::Keep,
        });
    }
    changes
}

fn load(rewriter: &mut Rewriter<'_>, inst: Inst, chain: &Chain) -> Action {
    let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
    let precision = rewriter.function().values[result].precision;
    let data = &rewriter.module().globals[chain.global];
    let (ty, Some(builtin)) = (data.ty, data.decorations.builtin) else { return Action::Keep };
    let number = emit::number(rewriter, builtin as u32);
    let (element, mut rest) = match rewriter.module().types.element(ty) {
        Some(element) => (element, chain.indices.split_first()),
        None => (ty, None),
    };
    let length = match rewriter.module().types.get(ty) {
        TypeData::Array { .. } => rewriter.module().types.length(ty).unwrap_or(0),
        _ => 0,
    };
    let value = match rest.take() {
        // An element of an array, or a component of one.
        Some((&index, within)) => {
            let index = rewriter.convert(index, vitrum_ir::types::common::U32);
            let value =
                emit::value(rewriter, Intrinsic::LoadSystemValue, &[number, index], (element, precision));
            select(rewriter, value, within, precision)
        }
        // All elements.
        None if length > 0 => {
            let mut elements = Vec::with_capacity(length as usize);
            for index in 0..length {
                let operands = [number, emit::number(rewriter, index)];
                elements.push(emit::value(
                    rewriter,
                    Intrinsic::LoadSystemValue,
                    &operands,
                    (element, precision),
                ));
            }
            rewriter.push(Op::Construct, &elements, 0, ty, precision)
        }
        None => {
            let value = emit::value(rewriter, Intrinsic::LoadSystemValue, &[number], (ty, precision));
            select(rewriter, value, &chain.indices, precision)
        }
    };
    rewriter.replace_named(inst, value)
}

/// A component of a vector, if an index selects one.
fn select(rewriter: &mut Rewriter<'_>, value: Operand, indices: &[Operand], _: Precision) -> Operand {
    let Some(&index) = indices.first() else { return value };
    match rewriter.module().as_int(index) {
        Some(known) => emit::component(rewriter, value, known as u32),
        None => rewriter.op(Op::ExtractDynamic, &[value, index]),
    }
}
