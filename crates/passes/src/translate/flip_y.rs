//! Flips the y axis: the picture of an API whose origin is at the bottom, on a device whose origin is at the top, or the other way.
//!
//! ```text
//!                                        %0: vec4<f32> = load @gl_Position
//!                                        %1: f32 = extract.1 %0
//!                                   =>   %2: f32 = fneg %1
//!                                        %3: vec4<f32> = insert.1 %0, %2
//!                                        store @gl_Position, %3
//! return                                 return
//!
//! %y: f32 = dfdy %x                 =>   %0: f32 = dfdy %x
//!                                        %y: f32 = fneg %0
//! ```
//!
//! `gl_Position` changes at every exit of a vertex, tessellation evaluation, geometry or mesh shader, so the pass is for the last of
//! them in a program. In fragment shaders it changes `gl_FragCoord`, `dFdy` and the like, offsets of `interpolateAtOffset`,
//! `gl_PointCoord`, `gl_SamplePosition` and `gl_FrontFacing`; the application leaves culling and the front face as they are for
//! the other API. `gl_FragCoord` needs the height of the surface: a constant, or the parameter `surface_size`. With a source of
//! parameters, the surface is flipped where `surface_flip` is less than 0.
//!
//! ANGLE: `FlipRotateSpecConst` and flips by driver uniforms; Tint: its GLSL printer negates y always; naga:
//! `ADJUST_COORDINATE_SPACE`; NIR: `nir_lower_wpos_ytransform`; spirv-opt has none. `--invert-y` of glslang means vertex shaders by its
//! help and acts on every stage of HLSL and none of GLSL; that of the command line flips vertex shaders, since the stages behind get
//! positions that are flipped: `--transform flip_y` takes others.

use super::exits::STAGES;
use super::parameters::{HasPlace, Parameter, ParameterPlace, Parameters, with_place};
use super::surface::{self, Axes, Flag, Surface, SurfaceParts};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{Module, Op, Stage, types::common};

/// Options of `flip_y`.
#[derive(Clone, Debug)]
pub struct FlipY {
    /// The parts that are flipped.
    pub parts: SurfaceParts,
    /// The stages whose positions are flipped.
    pub stages: Vec<Stage>,
    /// The height of the surface; without it, a parameter gives it.
    pub height: Option<f64>,
    /// The place of the parameters; a constant flip has none but the size.
    pub place: ParameterPlace,
}

impl Default for FlipY {
    fn default() -> Self {
        Self {
            parts: SurfaceParts::EVERY,
            stages: STAGES.into(),
            height: None,
            place: ParameterPlace::default(),
        }
    }
}

impl HasPlace for FlipY {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![FlipY;
    PassOption {
        name: "parts",
        values: "position,frag_coord,derivatives,offsets,point_coord,front_facing,sample_position",
        summary: "what is flipped; all of it by default",
        set: |options, text| {
            let parts = SurfaceParts::from_list(text)?;
            options.change::<FlipY>(|it| it.parts = parts);
            Some(())
        },
    },
    PassOption {
        name: "stages",
        values: "vertex,tess_evaluation,geometry,mesh",
        summary: "the stages whose positions are flipped",
        set: |options, text| {
            let stages = surface::stages_from_list(text)?;
            options.change::<FlipY>(|it| it.stages = stages);
            Some(())
        },
    },
    PassOption {
        name: "height",
        values: "N",
        summary: "height of the surface in pixels; a parameter by default",
        set: |options, text| {
            let height = text.parse().ok()?;
            options.change::<FlipY>(|it| it.height = Some(height));
            Some(())
        },
    },
];

/// The parts of a module that the options ask for.
fn parts(module: &Module, options: &FlipY) -> SurfaceParts {
    let mut parts = surface::parts_of(module, false).intersection(options.parts);
    if !options.stages.contains(&module.stage) {
        parts.remove(SurfaceParts::POSITION);
    }
    parts
}

/// True if the module has something that the options ask to flip.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    !parts(module, &settings.options.get::<FlipY>()).is_empty()
}

/// Flips; gives the number of places.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<FlipY>();
    let parts = parts(module, &options);
    let mut parameters = Parameters::at(&options.place);
    let flip = options.place.source.map(|_| parameters.add(module, session, "surface_flip", common::F32));
    let size = (parts.contains(SurfaceParts::FRAG_COORD) && options.height.is_none())
        .then(|| parameters.add(module, session, "surface_size", common::VEC2));
    let axes = |rewriter: &mut Rewriter<'_>| Axes {
        swap: Flag::No,
        minus_x: Flag::No,
        minus_y: flip.map_or(Flag::Yes, |flip| is_negative(rewriter, flip)),
    };
    let size =
        |rewriter: &mut Rewriter<'_>| surface_size(rewriter, size, [0.0, options.height.unwrap_or(0.0)]);
    surface::change(module, session, parts, &Surface { turns: false, axes: &axes, size: &size })
}

fn is_negative(rewriter: &mut Rewriter<'_>, parameter: Parameter) -> Flag {
    let value = parameter.load(rewriter);
    let zero = rewriter.number(common::F32, 0.0);
    Flag::Value(rewriter.op(Op::Flt, &[value, zero]))
}

/// The size of the surface: that of a parameter, or a known one.
pub(super) fn surface_size(
    rewriter: &mut Rewriter<'_>,
    parameter: Option<Parameter>,
    known: [f64; 2],
) -> [vitrum_ir::Operand; 2] {
    match parameter {
        None => known.map(|number| rewriter.number(common::F32, number)),
        Some(parameter) => {
            let size = parameter.load(rewriter);
            [0, 1].map(|index| rewriter.op_imm(Op::Extract, &[size], index))
        }
    }
}
