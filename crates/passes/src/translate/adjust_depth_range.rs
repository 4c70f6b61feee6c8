//! Moves depth between the clip spaces of OpenGL, -w to w, and of Vulkan, Direct3D, Metal and WebGPU, 0 to w.
//!
//! ```text
//!                                  %0: vec4<f32> = load @gl_Position
//!                                  %z: f32 = extract.2 %0
//!                                  %w: f32 = extract.3 %0
//! return                      =>   %1: f32 = fadd %z, %w
//!                                  %2: f32 = fmul %1, 0.5f32
//!                                  %3: vec4<f32> = insert.2 %0, %2
//!                                  store @gl_Position, %3
//!                                  return
//! ```
//!
//! With a source of parameters, depth moves where `depth_transform` is not 0. Two more options are for back ends whose state lacks
//! them: `half_pixel` adds the parameter `half_pixel` times w to x and y, which is the offset between the pixel centres of
//! Direct3D 9 and others; `depth_range` gives a fragment shader depths between the parameters `depth_range.x` and `.y`, while the
//! device has a depth range of 0 to 1: `gl_FragCoord.z` is mapped to that range, and `gl_FragDepth` from it.
//!
//! ANGLE: `AppendVertexShaderDepthCorrectionToMain`, and the `dx_` uniforms of its Direct3D back ends; Tint: its GLSL printer's
//! `2 * z - w`; naga: `ADJUST_COORDINATE_SPACE`; NIR: `nir_lower_clip_halfz`; spirv-opt has none.

use super::exits::{self, STAGES};
use super::parameters::{HasPlace, Parameter, ParameterPlace, Parameters, with_place};
use super::reads::{change_reads, input};
use super::surface::stages_from_list;
use crate::framework::rewrite::{Rewriter, insert_at_returns};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{BuiltIn, Module, Op, Operand, Stage, Storage, types::common};

/// The clip space that a pass moves depth to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipSpace {
    /// From -w..w to 0..w.
    #[default]
    ZeroToOne,
    /// From 0..w to -w..w.
    NegativeOneToOne,
    /// As it is: only other options apply.
    Same,
}

/// Options of `adjust_depth_range`.
#[derive(Clone, Debug)]
pub struct AdjustDepthRange {
    /// The range that the device has.
    pub to: ClipSpace,
    /// The stages whose positions change.
    pub stages: Vec<Stage>,
    /// True if positions are moved by the parameter `half_pixel`.
    pub half_pixel: bool,
    /// True if fragment shaders see depths in the range of the parameter `depth_range`.
    pub depth_range: bool,
    /// The place of the parameters.
    pub place: ParameterPlace,
}

impl Default for AdjustDepthRange {
    fn default() -> Self {
        let (to, place) = (ClipSpace::ZeroToOne, ParameterPlace::default());
        Self { to, stages: STAGES.into(), half_pixel: false, depth_range: false, place }
    }
}

impl HasPlace for AdjustDepthRange {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![AdjustDepthRange;
    PassOption {
        name: "to",
        values: "zero_to_one|negative_one_to_one|same",
        summary: "the clip space of the device",
        set: |options, text| {
            let to = match text {
                "zero_to_one" => ClipSpace::ZeroToOne,
                "negative_one_to_one" => ClipSpace::NegativeOneToOne,
                "same" => ClipSpace::Same,
                _ => return None,
            };
            options.change::<AdjustDepthRange>(|it| it.to = to);
            Some(())
        },
    },
    PassOption {
        name: "stages",
        values: "vertex,tess_evaluation,geometry,mesh",
        summary: "the stages whose positions change",
        set: |options, text| {
            let stages = stages_from_list(text)?;
            options.change::<AdjustDepthRange>(|it| it.stages = stages);
            Some(())
        },
    },
    PassOption {
        name: "half_pixel",
        values: "true|false",
        summary: "move positions by the parameter `half_pixel`",
        set: |options, text| {
            let half_pixel = text.parse().ok()?;
            options.change::<AdjustDepthRange>(|it| it.half_pixel = half_pixel);
            Some(())
        },
    },
    PassOption {
        name: "depth_range",
        values: "true|false",
        summary: "map depths of fragment shaders to the parameter `depth_range`",
        set: |options, text| {
            let depth_range = text.parse().ok()?;
            options.change::<AdjustDepthRange>(|it| it.depth_range = depth_range);
            Some(())
        },
    },
];

fn changes_position(module: &Module, options: &AdjustDepthRange) -> bool {
    let asked = options.to != ClipSpace::Same || options.half_pixel;
    asked && options.stages.contains(&module.stage) && exits::has_position(module)
}

fn changes_fragments(module: &Module, options: &AdjustDepthRange) -> bool {
    let has_depth = input(module, BuiltIn::FragCoord).is_some()
        || module.find_builtin(Storage::Output, BuiltIn::FragDepth).is_some();
    options.depth_range && module.stage == Stage::Fragment && has_depth
}

/// True if the module has positions or depths that the options ask to change.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<AdjustDepthRange>();
    changes_position(module, &options) || changes_fragments(module, &options)
}

/// Changes depths; gives the number of places.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<AdjustDepthRange>();
    let mut parameters = Parameters::at(&options.place);
    let mut count = 0;
    if changes_position(module, &options) {
        let moves = options.to != ClipSpace::Same;
        let transform = options.place.source.filter(|_| moves);
        let transform = transform.map(|_| parameters.add(module, session, "depth_transform", common::U32));
        let half = options.half_pixel.then(|| parameters.add(module, session, "half_pixel", common::VEC2));
        count += exits::change_position(module, session, &mut |rewriter, position| {
            let moved = if moves { move_depth(rewriter, options.to, transform, position) } else { position };
            half.map_or(moved, |half| move_by_pixel(rewriter, half, moved))
        });
    }
    if changes_fragments(module, &options) {
        let range = parameters.add(module, session, "depth_range", common::VEC2);
        count += change_fragments(module, session, range);
    }
    count
}

fn move_depth(
    rewriter: &mut Rewriter<'_>,
    to: ClipSpace,
    transform: Option<Parameter>,
    position: Operand,
) -> Operand {
    let [z, w] = [2, 3].map(|index| rewriter.op_imm(Op::Extract, &[position], index));
    let moved = match to {
        ClipSpace::NegativeOneToOne => {
            let twice = rewriter.op(Op::Fadd, &[z, z]);
            rewriter.op(Op::Fsub, &[twice, w])
        }
        ClipSpace::ZeroToOne | ClipSpace::Same => {
            let sum = rewriter.op(Op::Fadd, &[z, w]);
            let half = rewriter.number(common::F32, 0.5);
            rewriter.op(Op::Fmul, &[sum, half])
        }
    };
    let moved = match transform {
        None => moved,
        Some(transform) => {
            let (transform, zero) = (transform.load(rewriter), rewriter.number(common::U32, 0.0));
            let is_on = rewriter.op(Op::Ine, &[transform, zero]);
            rewriter.op(Op::Select, &[is_on, moved, z])
        }
    };
    rewriter.op_imm(Op::Insert, &[position, moved], 2)
}

fn move_by_pixel(rewriter: &mut Rewriter<'_>, half: Parameter, position: Operand) -> Operand {
    let half = half.load(rewriter);
    let w = rewriter.op_imm(Op::Extract, &[position], 3);
    [0, 1].into_iter().fold(position, |position, index| {
        let old = rewriter.op_imm(Op::Extract, &[position], index);
        let by = rewriter.op_imm(Op::Extract, &[half], index);
        let by = rewriter.op(Op::Fmul, &[by, w]);
        let new = rewriter.op(Op::Fadd, &[old, by]);
        rewriter.op_imm(Op::Insert, &[position, new], index)
    })
}

/// Near, and the difference of far and near.
fn near_and_length(rewriter: &mut Rewriter<'_>, range: Parameter) -> [Operand; 2] {
    let range = range.load(rewriter);
    let [near, far] = [0, 1].map(|index| rewriter.op_imm(Op::Extract, &[range], index));
    [near, rewriter.op(Op::Fsub, &[far, near])]
}

fn change_fragments(module: &mut Module, session: &mut Session, range: Parameter) -> usize {
    let reads = change_reads(module, session, BuiltIn::FragCoord, |rewriter, coord| {
        let [near, length] = near_and_length(rewriter, range);
        let z = rewriter.op_imm(Op::Extract, &[coord], 2);
        let scaled = rewriter.op(Op::Fmul, &[z, length]);
        let z = rewriter.op(Op::Fadd, &[scaled, near]);
        rewriter.op_imm(Op::Insert, &[coord, z], 2)
    });
    let Some(entry) = module.entry else { return reads };
    if module.find_builtin(Storage::Output, BuiltIn::FragDepth).is_none() {
        return reads;
    }
    let exits = insert_at_returns(module, entry, session, |rewriter| {
        let Some(depth) = rewriter.builtin(Storage::Output, BuiltIn::FragDepth) else { return };
        rewriter.update(depth, |rewriter, value| {
            let [near, length] = near_and_length(rewriter, range);
            // A range without extent has one depth, which is that of all fragments.
            let [zero, one] = [0.0, 1.0].map(|number| rewriter.number(common::F32, number));
            let is_empty = rewriter.op(Op::Feq, &[length, zero]);
            let divisor = rewriter.op(Op::Select, &[is_empty, one, length]);
            let distance = rewriter.op(Op::Fsub, &[value, near]);
            rewriter.op(Op::Fdiv, &[distance, divisor])
        });
    });
    reads + exits
}
