//! Float division as a product with a reciprocal.
//!
//! ```text
//! %c: f32 = fdiv %a, %b                    =>  %0: f32 = fdiv 1.0f32, %b     %c: f32 = fmul %a, %0
//! ```
//!
//! The reciprocal is a division of 1, which machines have. The product is rounded twice, and is wrong where the reciprocal is
//! subnormal or infinite and the quotient is not, so this is done with laws of real numbers alone, not to what is `precise`, unless
//! the option `always` asks for it.
//!
//! NIR: `lower_fdiv`.

use super::build::Build;
use super::form_float_functions::is_one;
use crate::framework::float_laws::FloatLaws;
use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{Module, Op, ValueFlags};

/// Options of `lower_float_division`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerFloatDivision {
    /// True if exact laws and `precise` do not keep a division.
    pub always: bool,
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "when",
    values: "allowed|always",
    summary: "when a division is lowered: where the laws of floats allow it, or always",
    set: |options, value| {
        let always = match value {
            "allowed" => false,
            "always" => true,
            _ => return None,
        };
        options.change(|it: &mut LowerFloatDivision| it.always = always);
        Some(())
    },
}];

/// True if divisions may be lowered.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let may = settings.floats == FloatLaws::Real || settings.options.get::<LowerFloatDivision>().always;
    may && module.functions.values().any(|function| function.insts.iter().any(|row| row.1.op == Op::Fdiv))
}

/// Lowers divisions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let always = session.settings().options.get::<LowerFloatDivision>().always;
    rewrite_each(module, session, |rewriter, inst| {
        if rewriter.function.op(inst) != Op::Fdiv {
            return Action::Keep;
        }
        let &[a, b] = rewriter.function.operands(inst) else { return Action::Keep };
        let precise =
            rewriter.function.result_data(inst).is_some_and(|data| data.flags.contains(ValueFlags::PRECISE));
        let ty = rewriter.ty(a);
        let is_matrix = rewriter.module.types.vector_size(ty).is_none();
        if is_matrix || is_one(rewriter.module, a) || precise && !always {
            return Action::Keep;
        }
        let mut build = Build::of(rewriter, inst);
        let one = build.number(ty, 1.0);
        let reciprocal = build.op(Op::Fdiv, &[one, b]);
        let quotient = build.op(Op::Fmul, &[a, reciprocal]);
        rewriter.replace_named(inst, quotient)
    })
}
