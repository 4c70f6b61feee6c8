//! The masks of `GL_ARB_shader_ballot` are 64-bit integers, those of SPIR-V vectors of four integers.
//!
//! ```text
//! global @gl_SubGroupEqMaskARB: u64 input     =>   global @gl_SubGroupEqMaskARB: vec4<u32> input
//! %m: u64 = load @gl_SubGroupEqMaskARB             %0: vec4<u32> = load @gl_SubGroupEqMaskARB
//!                                                  %1: vec2<u32> = swizzle %0, xy
//!                                                  %m: u64 = bitcast %1
//! ```

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{
    BuiltIn, Global, GlobalData, Inst, Module, Op, Precision, Scalar, Swizzle, TypeData, types::common,
};

/// True if the module has such masks.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.globals.values().any(|data| is_mask(module, data))
}

/// True if a global is such a mask.
fn is_mask(module: &Module, data: &GlobalData) -> bool {
    let mask = matches!(
        data.decorations.builtin,
        Some(
            BuiltIn::SubgroupEqMask
                | BuiltIn::SubgroupGeMask
                | BuiltIn::SubgroupGtMask
                | BuiltIn::SubgroupLeMask
                | BuiltIn::SubgroupLtMask
        )
    );
    mask && module.types.get(data.ty) == TypeData::Scalar(Scalar::U64)
}

/// Widens them; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let masks = module.globals_that(|data| is_mask(module, data));
    for &global in &masks {
        let pointer = module.types.pointer(module.globals[global].storage, common::UVEC4);
        let data = &mut module.globals[global];
        (data.ty, data.pointer) = (common::UVEC4, pointer);
    }
    rewrite_each(module, session, |rewriter, inst| widen(rewriter, inst, &masks));
    masks.len()
}

fn widen(rewriter: &mut Rewriter<'_>, inst: Inst, masks: &[Global]) -> Action {
    let data = &rewriter.function.insts[inst];
    let &[base] = rewriter.function.operands(inst) else { return Action::Keep };
    let is_mask = base.global().is_some_and(|global| masks.contains(&global));
    let (true, Op::Load, Some(first_two)) = (is_mask, data.op, Swizzle::new(&[0, 1])) else {
        return Action::Keep;
    };
    let imm = data.imm;
    let none = Precision::None;
    let all = rewriter.push(Op::Load, &[base], imm, common::UVEC4, none);
    let half = rewriter.push(Op::Swizzle, &[all], first_two.bits(), common::UVEC2, none);
    let mask = rewriter.push(Op::Bitcast, &[half], 0, common::U64, none);
    rewriter.replace(inst, mask)
}
