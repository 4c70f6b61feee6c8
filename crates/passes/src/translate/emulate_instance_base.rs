//! Counts instances and vertices as another API does.
//!
//! ```text
//! to=opengl    %i: i32 = load @gl_InstanceIndex    =>    %0: i32 = load @gl_InstanceID
//!                                                        %1: i32 = load @base_instance
//!                                                        %i: i32 = iadd %0, %1
//!
//! to=vulkan    %i: i32 = load @gl_InstanceID       =>    %0: i32 = load @gl_InstanceIndex
//!                                                        %i: i32 = isub %0, %1
//! ```
//!
//! Vulkan's instance index begins at the first instance of the draw, OpenGL's at 0. The base comes from the parameter
//! `base_instance`, or from the built-in variable if `base` says so; in the first case reads of `gl_BaseInstance` and
//! `gl_BaseVertex` become reads of parameters as well. `first_vertex` adds the parameter `base_vertex` to vertex numbers, for
//! devices that count them from 0 in each draw (Direct3D).
//!
//! ANGLE: `EmulateGLBaseVertexBaseInstance`; Tint: `OffsetFirstIndex`; naga: the first instance of its GLSL printer and the special
//! constants of its HLSL printer; NIR: `nir_lower_system_values`; spirv-opt has none.

use super::parameters::{HasPlace, ParameterPlace, Parameters, with_place};
use super::reads::{base_or_add, change_reads, input, input_or_add, remove_inputs, replace_input};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{BuiltIn, Module, Op, Operand, Stage, types::common};

/// The API whose instance number a shader gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InstanceNumbers {
    /// `gl_InstanceID`, from 0.
    #[default]
    OpenGl,
    /// `gl_InstanceIndex`, from the first instance of the draw.
    Vulkan,
    /// The one that the shader reads.
    Same,
}

/// Options of `emulate_instance_base`.
#[derive(Clone, Debug, Default)]
pub struct EmulateInstanceBase {
    /// The number that the device has.
    pub to: InstanceNumbers,
    /// True if bases come from built-in variables, not from parameters.
    pub has_bases: bool,
    /// True if vertex numbers get the base vertex added.
    pub first_vertex: bool,
    /// The place of the parameters.
    pub place: ParameterPlace,
}

impl HasPlace for EmulateInstanceBase {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![EmulateInstanceBase;
    PassOption {
        name: "to",
        values: "opengl|vulkan|same",
        summary: "the API whose instance numbers the device has",
        set: |options, text| {
            let to = match text {
                "opengl" => InstanceNumbers::OpenGl,
                "vulkan" => InstanceNumbers::Vulkan,
                "same" => InstanceNumbers::Same,
                _ => return None,
            };
            options.change::<EmulateInstanceBase>(|it| it.to = to);
            Some(())
        },
    },
    PassOption {
        name: "base",
        values: "parameter|builtin",
        summary: "where the first instance and the first vertex come from",
        set: |options, text| {
            let has_bases = match text {
                "parameter" => false,
                "builtin" => true,
                _ => return None,
            };
            options.change::<EmulateInstanceBase>(|it| it.has_bases = has_bases);
            Some(())
        },
    },
    PassOption {
        name: "first_vertex",
        values: "true|false",
        summary: "add the base vertex to vertex numbers",
        set: |options, text| {
            let first_vertex = text.parse().ok()?;
            options.change::<EmulateInstanceBase>(|it| it.first_vertex = first_vertex);
            Some(())
        },
    },
];

/// The instance number that goes, and the one that the device has.
fn instance(to: InstanceNumbers) -> Option<(BuiltIn, BuiltIn, &'static str)> {
    match to {
        InstanceNumbers::OpenGl => Some((BuiltIn::InstanceIndex, BuiltIn::InstanceId, "gl_InstanceID")),
        InstanceNumbers::Vulkan => Some((BuiltIn::InstanceId, BuiltIn::InstanceIndex, "gl_InstanceIndex")),
        InstanceNumbers::Same => None,
    }
}

const BASES: [(BuiltIn, &str); 2] =
    [(BuiltIn::BaseInstance, "base_instance"), (BuiltIn::BaseVertex, "base_vertex")];

/// True if a vertex shader reads one of the variables.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<EmulateInstanceBase>();
    let has = |builtin| input(module, builtin).is_some();
    let instances = instance(options.to).is_some_and(|(from, ..)| has(from));
    let bases = !options.has_bases && BASES.iter().any(|&(builtin, _)| has(builtin));
    let vertices = options.first_vertex && (has(BuiltIn::VertexIndex) || has(BuiltIn::VertexId));
    module.stage == Stage::Vertex && (instances || bases || vertices)
}

/// Replaces the variables; gives the number of reads.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<EmulateInstanceBase>();
    let mut parameters = Parameters::at(&options.place);
    let (mut count, mut removed) = (0, Vec::new());
    if !options.has_bases {
        for (builtin, name) in BASES {
            if input(module, builtin).is_some() {
                let parameter = parameters.add(module, session, name, common::I32);
                let ty = input_type(module, builtin);
                count += replace_input(module, session, builtin, |rewriter| {
                    let base = parameter.load(rewriter);
                    rewriter.convert(base, ty)
                });
                removed.push(builtin);
            }
        }
    }
    let mut base = |module: &mut Module, session: &mut Session, at: usize| {
        let (builtin, name) = BASES[at];
        if options.has_bases {
            Base::Input(base_or_add(module, builtin))
        } else {
            Base::Parameter(parameters.add(module, session, name, common::I32))
        }
    };
    if let Some((from, to, name)) = instance(options.to)
        && input(module, from).is_some()
    {
        let base = base(module, session, 0);
        let ty = input_type(module, from);
        let device = input_or_add(module, to, name, common::I32);
        let op = if to == BuiltIn::InstanceId { Op::Iadd } else { Op::Isub };
        count += replace_input(module, session, from, |rewriter| {
            let (number, base) = (rewriter.load(device), base.load(rewriter));
            let [number, base] = [number, base].map(|operand| rewriter.convert(operand, ty));
            rewriter.op(op, &[number, base])
        });
        removed.push(from);
    }
    if options.first_vertex {
        for builtin in [BuiltIn::VertexIndex, BuiltIn::VertexId] {
            if input(module, builtin).is_none() {
                continue;
            }
            let base = base(module, session, 1);
            count += change_reads(module, session, builtin, |rewriter, number| {
                let ty = rewriter.ty(number);
                let base = base.load(rewriter);
                let base = rewriter.convert(base, ty);
                rewriter.op(Op::Iadd, &[number, base])
            });
        }
    }
    count + remove_inputs(module, session, &removed)
}

/// The type of an input, `i32` or `u32`.
fn input_type(module: &Module, builtin: BuiltIn) -> vitrum_ir::Type {
    input(module, builtin).map_or(common::I32, |global| module.globals[global].ty)
}

/// The first instance or vertex of the draw.
#[derive(Clone, Copy)]
enum Base {
    Parameter(super::parameters::Parameter),
    Input(vitrum_ir::Global),
}

impl Base {
    fn load(self, rewriter: &mut Rewriter<'_>) -> Operand {
        match self {
            Self::Parameter(parameter) => parameter.load(rewriter),
            Self::Input(global) => rewriter.load(global),
        }
    }
}
