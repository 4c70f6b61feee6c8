//! Clamps `gl_Layer` and `gl_ViewportIndex` to the layers and viewports that there are.
//!
//! ```text
//!                     %1: i32 = load @gl_Layer
//!                     %2: i32 = smax %1, 0i32
//!                     %3: i32 = smin %2, 255i32
//!                     store @gl_Layer, %3
//! return        =>    return
//! ```
//!
//! A number that is out of range is undefined in both APIs. The numbers are those of the options, by default what every Vulkan
//! device has, or two integers of a uniform or a push constant: the greatest layer and the greatest viewport index.
//!
//! ANGLE clamps the viewport index of multiview; Tint, naga and NIR leave both to the driver.

use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::outputs::{HostPlace, HostValue, push_constant_option, uniform_option, written};
use vitrum_ir::{BuiltIn, Module, Op, Operand, types::common};

/// The layers and viewports that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerRange {
    /// The number of layers.
    pub layers: u32,
    /// The number of viewports.
    pub viewports: u32,
    /// The source of the greatest of each, as an `ivec2`.
    pub source: HostValue,
}

impl Default for LayerRange {
    fn default() -> Self {
        Self { layers: 256, viewports: 16, source: HostValue::Constant }
    }
}

/// A number of things, of which there is at least one.
fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=1 << 30).contains(number))
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "layers",
        values: "N",
        summary: "the number of layers; 256 without it",
        set: |options, text| {
            let number = count(text)?;
            options.change::<LayerRange>(|it| it.layers = number);
            Some(())
        },
    },
    PassOption {
        name: "viewports",
        values: "N",
        summary: "the number of viewports; 16 without it",
        set: |options, text| {
            let number = count(text)?;
            options.change::<LayerRange>(|it| it.viewports = number);
            Some(())
        },
    },
    uniform_option!(LayerRange.source, "the greatest layer and viewport index, as an `ivec2`,"),
    push_constant_option!(LayerRange.source, "the greatest layer and viewport index, as an `ivec2`,"),
];

/// Runs the pass; gives the number of places that were changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let LayerRange { layers, viewports, source } = session.settings().options.get();
    let outputs = [(BuiltIn::Layer, layers, 0), (BuiltIn::ViewportIndex, viewports, 1)];
    let mut changes = 0;
    for (builtin, count, component) in outputs {
        let Some(output) = written(module, builtin) else { continue };
        if session.fuel() == Some(0) {
            break;
        }
        let Ok(place) = source.place(module, session, "layer_range", common::IVEC2) else { break };
        changes += output.adjust(module, session, None, &|rewriter, value| {
            clamped(rewriter, value, place, count, component)
        });
    }
    changes
}

fn clamped(
    rewriter: &mut Rewriter<'_>,
    value: Operand,
    place: Option<HostPlace>,
    count: u32,
    component: u32,
) -> Operand {
    let ty = rewriter.ty(value);
    let signed = rewriter.convert(value, common::I32);
    let zero = rewriter.module.constants.i32(0).into();
    let last = match place {
        Some(place) => {
            let both = place.load(rewriter);
            rewriter.op_imm(Op::Extract, &[both], component)
        }
        None => rewriter.module.constants.i32(count.saturating_sub(1) as i32).into(),
    };
    let raised = rewriter.op(Op::Smax, &[signed, zero]);
    let clamped = rewriter.op(Op::Smin, &[raised, last]);
    rewriter.convert(clamped, ty)
}
