//! Masks the samples that a fragment shader covers: `gl_SampleMask` and a given mask.
//!
//! ```text
//!                     %1: ptr<output, i32> = access @gl_SampleMask, 0i32
//!                     %2: i32 = load %1
//!                     %3: i32 = iand %2, 5i32
//!                     store %1, %3
//! return        =>    return
//! ```
//!
//! A shader that does not write `gl_SampleMask` writes the given mask. The mask is that of the options, or one integer of a
//! uniform or a push constant. It is for APIs whose pipelines have no mask of their own.
//!
//! Tint: `fixed_sample_mask`. naga: none. ANGLE: `AddSampleMaskDeclaration`.

use crate::framework::rewrite::{Rewriter, insert_at_returns};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::outputs::{HostPlace, HostValue, push_constant_option, uniform_option, written};
use vitrum_ir::{BuiltIn, Length, Module, Op, Operand, Stage, Storage, Type, TypeData, types::common};

/// The mask of samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleMask {
    /// A bit for each sample.
    pub mask: u32,
    /// The source of the mask, as an `int`.
    pub source: HostValue,
}

impl Default for SampleMask {
    fn default() -> Self {
        Self { mask: u32::MAX, source: HostValue::Constant }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "mask",
        values: "N",
        summary: "a bit for each sample, as a decimal number or a hexadecimal one with 0x; all samples without it",
        set: |options, text| {
            let mask = match text.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => text.parse().ok()?,
            };
            options.change::<SampleMask>(|it| it.mask = mask);
            Some(())
        },
    },
    uniform_option!(SampleMask.source, "the mask, as an `int`,"),
    push_constant_option!(SampleMask.source, "the mask, as an `int`,"),
];

/// Runs the pass; gives the number of exits of the shader.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let SampleMask { mask, source } = session.settings().options.get();
    let Some(entry) = module.entry.filter(|_| module.stage == Stage::Fragment) else { return 0 };
    // All samples are covered anyway.
    if source == HostValue::Constant && mask == u32::MAX || session.fuel() == Some(0) {
        return 0;
    }
    let Ok(place) = source.place(module, session, "sample_mask", common::I32) else { return 0 };
    if let Some(output) = written(module, BuiltIn::SampleMask) {
        return output.adjust(module, session, Some(0), &|rewriter, value| {
            let ty = rewriter.ty(value);
            let mask = given(rewriter, place, mask, ty);
            rewriter.op(Op::Iand, &[value, mask])
        });
    }
    if !session.may_change() {
        return 0;
    }
    let global = match module.find_builtin(Storage::Output, BuiltIn::SampleMask) {
        Some((global, None)) => global,
        _ => {
            let ty = TypeData::Array { element: common::I32, length: Length::Constant(1) };
            let ty = module.types.intern(ty);
            let global = module.add_global("gl_SampleMask", ty, Storage::Output);
            module.globals[global].decorations.builtin = Some(BuiltIn::SampleMask);
            global
        }
    };
    insert_at_returns(module, entry, session, |rewriter| {
        let first = rewriter.module.constants.i32(0).into();
        let word = rewriter.access(global, &[first]);
        let ty = rewriter.module.types.pointee(rewriter.ty(word)).unwrap_or(common::I32);
        let mask = given(rewriter, place, mask, ty);
        rewriter.store(word, mask);
    })
}

/// The mask, as an integer of a type.
fn given(rewriter: &mut Rewriter<'_>, place: Option<HostPlace>, mask: u32, ty: Type) -> Operand {
    let mask = match place {
        Some(place) => place.load(rewriter),
        None => rewriter.module.constants.i32(mask as i32).into(),
    };
    rewriter.convert(mask, ty)
}
