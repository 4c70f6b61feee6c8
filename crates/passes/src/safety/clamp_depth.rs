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
use crate::safety::outputs::{HostValue, clamp, float, push_constant_option, uniform_option};
use vitrum_ir::{BuiltIn, Module};

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
    clamp(module, session, BuiltIn::FragDepth, (min, max), &source, "depth_range")
}
