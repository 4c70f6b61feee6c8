//! Turns the picture by a multiple of 90 degrees (pre-rotation): for displays whose scan-out is turned against the picture.
//!
//! ```text
//!                                    %0: vec4<f32> = load @gl_Position
//!                                    %x: f32 = extract.0 %0
//! return                        =>   %y: f32 = extract.1 %0
//!                                    %1: f32 = fneg %y
//!                                    %2: vec4<f32> = insert.0 %0, %1
//!                                    %3: vec4<f32> = insert.1 %2, %x
//!                                    store @gl_Position, %3
//!                                    return
//! ```
//!
//! The angle is that of `VkSurfaceTransformFlagBitsKHR`: clockwise where y points down. `gl_Position` turns where it leaves the last
//! stage in front of the rasteriser; `gl_FragCoord`, derivatives, offsets, `gl_PointCoord` and `gl_SamplePosition` turn back, so
//! that the shader sees the picture upright. The size of the surface is the upright one. Behind `flip_y` the two compose. With a
//! source of parameters, `surface_turns` is the number of quarter turns, 0 to 3.
//!
//! ANGLE: `FlipRotateSpecConst` and pre-rotation by driver uniforms; Tint, naga, NIR and spirv-opt leave it to the application.

use super::exits::STAGES;
use super::flip_y::surface_size;
use super::parameters::{HasPlace, Parameter, ParameterPlace, Parameters, with_place};
use super::surface::{self, Axes, Flag, Surface, SurfaceParts};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{Module, Op, Stage, types::common};

/// Options of `rotate_surface`.
#[derive(Clone, Debug)]
pub struct RotateSurface {
    /// The number of quarter turns, clockwise; 0 to 3.
    pub turns: u32,
    /// The parts that are turned.
    pub parts: SurfaceParts,
    /// The stages whose positions are turned.
    pub stages: Vec<Stage>,
    /// Width and height of the upright surface; without them, a parameter gives them.
    pub size: Option<[f64; 2]>,
    /// The place of the parameters; a constant turn has none but the size.
    pub place: ParameterPlace,
}

impl Default for RotateSurface {
    fn default() -> Self {
        let (parts, stages) = (SurfaceParts::EVERY, STAGES.into());
        Self { turns: 1, parts, stages, size: None, place: ParameterPlace::default() }
    }
}

impl HasPlace for RotateSurface {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![RotateSurface;
    PassOption {
        name: "angle",
        values: "0|90|180|270",
        summary: "the angle in degrees, clockwise; 90 by default",
        set: |options, text| {
            let turns = ["0", "90", "180", "270"].iter().position(|&known| known == text)?;
            options.change::<RotateSurface>(|it| it.turns = turns as u32);
            Some(())
        },
    },
    PassOption {
        name: "parts",
        values: "position,frag_coord,derivatives,offsets,point_coord,sample_position",
        summary: "what is turned; all of it by default",
        set: |options, text| {
            let parts = SurfaceParts::from_list(text)?;
            options.change::<RotateSurface>(|it| it.parts = parts);
            Some(())
        },
    },
    PassOption {
        name: "stages",
        values: "vertex,tess_evaluation,geometry,mesh",
        summary: "the stages whose positions are turned",
        set: |options, text| {
            let stages = surface::stages_from_list(text)?;
            options.change::<RotateSurface>(|it| it.stages = stages);
            Some(())
        },
    },
    PassOption {
        name: "size",
        values: "WIDTHxHEIGHT",
        summary: "size of the upright surface in pixels; a parameter by default",
        set: |options, text| {
            let (width, height) = text.split_once('x')?;
            let size = [width.parse().ok()?, height.parse().ok()?];
            options.change::<RotateSurface>(|it| it.size = Some(size));
            Some(())
        },
    },
];

/// The parts of a module that the options ask for. Turns keep the winding.
fn parts(module: &Module, options: &RotateSurface) -> SurfaceParts {
    let mut parts = surface::parts_of(module, true).intersection(options.parts);
    parts.remove(SurfaceParts::FRONT_FACING);
    if !options.stages.contains(&module.stage) {
        parts.remove(SurfaceParts::POSITION);
    }
    parts
}

/// True if the module has something that the options ask to turn.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<RotateSurface>();
    let turns = options.place.source.is_some() || !options.turns.is_multiple_of(4);
    turns && !parts(module, &options).is_empty()
}

/// Turns; gives the number of places.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<RotateSurface>();
    let parts = parts(module, &options);
    let mut parameters = Parameters::at(&options.place);
    let turns = options.place.source.map(|_| parameters.add(module, session, "surface_turns", common::U32));
    let size = (parts.contains(SurfaceParts::FRAG_COORD) && options.size.is_none())
        .then(|| parameters.add(module, session, "surface_size", common::VEC2));
    let axes = |rewriter: &mut Rewriter<'_>| match turns {
        Some(turns) => loaded_axes(rewriter, turns),
        None => Axes {
            swap: Flag::from_bool(options.turns % 2 == 1),
            minus_x: Flag::from_bool(matches!(options.turns % 4, 1 | 2)),
            minus_y: Flag::from_bool(matches!(options.turns % 4, 2 | 3)),
        },
    };
    let size = |rewriter: &mut Rewriter<'_>| surface_size(rewriter, size, options.size.unwrap_or_default());
    surface::change(module, session, parts, &Surface { turns: true, axes: &axes, size: &size })
}

/// The axes after a number of turns: each bit is a fact.
fn loaded_axes(rewriter: &mut Rewriter<'_>, turns: Parameter) -> Axes {
    let turns = turns.load(rewriter);
    let [zero, one, two] = [0.0, 1.0, 2.0].map(|number| rewriter.number(common::U32, number));
    let mut has = |value, bit| {
        let bits = rewriter.op(Op::Iand, &[value, bit]);
        Flag::Value(rewriter.op(Op::Ine, &[bits, zero]))
    };
    let (swap, minus_y) = (has(turns, one), has(turns, two));
    let next = rewriter.op(Op::Iadd, &[turns, one]);
    let bits = rewriter.op(Op::Iand, &[next, two]);
    let minus_x = Flag::Value(rewriter.op(Op::Ine, &[bits, zero]));
    Axes { swap, minus_x, minus_y }
}
