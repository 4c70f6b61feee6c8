//! Keeps what a device computes from constants out of constant expressions, which a compiler would evaluate in its own way.
//!
//! ```text
//! %1: f32 = length vec3<f32>(1.0f32, 2.0f32, 3.0f32)      %0: ptr<function, vec3<f32>> = var vec3<f32>(1.0f32, ...)
//!                                                         %2: vec3<f32> = load %0
//!                                                         %1: f32 = length %2
//! ```
//!
//! The optimiser leaves such operations where the front end found no constant expression: their last bits are the device's.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{FunctionData, Inst, Laws, Module, Name, Op};

/// Puts an operand of each inexact operation on constants into a variable; gives the number of variables.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, hold)
}

/// True if the target is GLSL, and there is an inexact operation on constants.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && computes_from_constants(module)
}

fn computes_from_constants(module: &Module) -> bool {
    let mut functions = module.functions.values();
    functions.any(|function| function.insts.iter().any(|(inst, _)| is_held(module, function, inst)))
}

fn is_held(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let known = |constant| !module.constants.is_spec(constant);
    function.op(inst).info().laws.contains(Laws::INEXACT)
        && function.operands(inst).iter().all(|operand| operand.constant().is_some_and(known))
}

fn hold(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    if !is_held(rewriter.module, &rewriter.function, inst) {
        return Action::Keep;
    }
    let mut operands = rewriter.function.operands(inst).to_vec();
    let precision = rewriter.function.result(inst).map(|value| rewriter.function.values[value].precision);
    if let (Some(first), Some(precision)) = (operands.first_mut(), precision)
        && let Some(constant) = first.constant()
    {
        let ty = rewriter.module.constants.ty(constant);
        let variable = rewriter.variable(ty, precision, Name::EMPTY, Some(constant));
        *first = rewriter.push(Op::Load, &[variable.into()], 0, ty, precision);
        rewriter.function.set_operands(inst, &operands);
        rewriter.changes += 1;
    }
    Action::Keep
}

#[cfg(test)]
mod tests {
    use super::{computes_from_constants, run};
    use crate::framework::session::Session;

    #[test]
    fn inexact_operations_on_constants_read_a_variable() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @o: f32 output location(0)\n\nfn &main() -> void {\n    \
            %0: f32 = sin 0.5f32\n    %1: f32 = fadd %0, 1.0f32\n    %2: f32 = pow 2.0f32, %1\n    \
            store @o, %2\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(computes_from_constants(&module));
        assert_eq!(run(&mut module, &mut Session::default()), 1);
        vitrum_ir::verify(&module).unwrap();
        let printed = vitrum_ir::print(&module);
        assert!(printed.contains("var 0.5f32") && printed.contains("sin %1"), "{printed}");
        assert!(!computes_from_constants(&module));
    }
}
