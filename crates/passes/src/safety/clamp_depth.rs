//! Clamps `gl_FragDepth` to a range, where a fragment shader that writes it ends.
//!
//! ```text
//!                          %1: f32 = load @gl_FragDepth
//!                          %2: bool = flt 0.0f32, %1
//!                          %3: f32 = select %2, %1, 0.0f32
//!                          %4: bool = flt %3, 1.0f32
//!                          %5: f32 = select %4, %3, 1.0f32
//!                          store @gl_FragDepth, %5
//! return             =>    return
//! ```
//!
//! The range is from 0 to 1, what the options say, or two floats of a uniform or a push constant: that of the viewport. NaN
//! becomes the lower end.
//!
//! ANGLE, Tint: `ClampFragDepth`.

use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::outputs::{
    HostValue, bounded, float, push_constant_option, refuse_range, uniform_option, written,
};
use vitrum_ir::{BuiltIn, Module, Op, types::common};

/// The range of depths.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthRange {
    /// The least depth.
    pub min: f32,
    /// The greatest depth.
    pub max: f32,
    /// The source of both, as a `vec2`.
    pub source: HostValue,
}

impl Default for DepthRange {
    fn default() -> Self {
        Self { min: 0.0, max: 1.0, source: HostValue::Constant }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "min",
        values: "FLOAT",
        summary: "the least depth; 0 without it",
        set: |options, text| {
            let number = float(text)?;
            options.change::<DepthRange>(|it| it.min = number);
            Some(())
        },
    },
    PassOption {
        name: "max",
        values: "FLOAT",
        summary: "the greatest depth; 1 without it",
        set: |options, text| {
            let number = float(text)?;
            options.change::<DepthRange>(|it| it.max = number);
            Some(())
        },
    },
    uniform_option!(DepthRange.source, "the range, as a `vec2`,"),
    push_constant_option!(DepthRange.source, "the range, as a `vec2`,"),
];

/// Runs the pass; gives the number of places where depth leaves the shader.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let DepthRange { min, max, source } = session.settings().options.get();
    let Some(depth) = written(module, BuiltIn::FragDepth) else { return 0 };
    if min > max {
        refuse_range(session, &min, &max);
        return 0;
    }
    if session.fuel() == Some(0) {
        return 0;
    }
    let Ok(place) = source.place(module, session, "depth_range", common::VEC2) else { return 0 };
    depth.adjust(module, session, None, &|rewriter, value| {
        let ty = rewriter.ty(value);
        let (low, high) = match place {
            Some(place) => {
                let range = place.load(rewriter);
                (rewriter.op_imm(Op::Extract, &[range], 0), rewriter.op_imm(Op::Extract, &[range], 1))
            }
            None => (rewriter.number(ty, min.into()), rewriter.number(ty, max.into())),
        };
        bounded(rewriter, value, low, high)
    })
}
