//! Clamps `gl_PointSize` to a range, where a shader that writes it ends or emits a vertex.
//!
//! ```text
//!                          %1: f32 = load @gl_PointSize
//!                          %2: bool = flt 1.0f32, %1
//!                          %3: f32 = select %2, %1, 1.0f32
//!                          %4: bool = flt %3, 64.0f32
//!                          %5: f32 = select %4, %3, 64.0f32
//!                          store @gl_PointSize, %5
//! return             =>    return
//! ```
//!
//! The range is from 1 to 64, which every Vulkan device has, what the options say, or two floats of a uniform or a push
//! constant. NaN becomes the lower end. In stages whose invocations share the output, each store to it is clamped.
//!
//! ANGLE: `ClampPointSize`. NIR: `nir_lower_point_size`.

use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::outputs::{HostValue, clamp, float, push_constant_option, uniform_option};
use vitrum_ir::{BuiltIn, Module};

/// The range of point sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSizeRange {
    /// The least size.
    pub min: f32,
    /// The greatest size.
    pub max: f32,
    /// The source of both, as a `vec2`.
    pub source: HostValue,
}

impl Default for PointSizeRange {
    fn default() -> Self {
        Self { min: 1.0, max: 64.0, source: HostValue::Constant }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "min",
        values: "FLOAT",
        summary: "the least size; 1 without it",
        set: |options, text| {
            let number = float(text)?;
            options.change::<PointSizeRange>(|it| it.min = number);
            Some(())
        },
    },
    PassOption {
        name: "max",
        values: "FLOAT",
        summary: "the greatest size; 64 without it",
        set: |options, text| {
            let number = float(text)?;
            options.change::<PointSizeRange>(|it| it.max = number);
            Some(())
        },
    },
    uniform_option!(PointSizeRange.source, "the range, as a `vec2`,"),
    push_constant_option!(PointSizeRange.source, "the range, as a `vec2`,"),
];

/// Runs the pass; gives the number of places that were changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let PointSizeRange { min, max, source } = session.settings().options.get();
    clamp(module, session, BuiltIn::PointSize, (min, max), &source, "point_size_range")
}
