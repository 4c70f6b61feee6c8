//! Draws several views (multiview) by instances: each instance is drawn once a view, and says to which view it belongs.
//!
//! ```text
//! %v: i32 = load @gl_ViewIndex         %0: u32 = load @gl_InstanceID
//! %i: i32 = load @gl_InstanceID   =>   %v: u32 = umod %0, 2u32
//!                                      %i: u32 = udiv %0, 2u32
//! return                               store @gl_Layer, %v
//!                                      return
//! ```
//!
//! The application draws as many times the instances as there are views: those that the option says, or the shader
//! (`layout(num_views = N) in`), or 2. A vertex shader chooses the layer or the viewport; a fragment shader reads the number back
//! from there. Shaders between them must not ask for it.
//!
//! ANGLE: `DeclareAndInitBuiltinsForInstancedMultiview`; NIR: `nir_lower_multiview`, by copies of the output instead; Tint, naga and
//! spirv-opt have none.

use super::reads::{base_or_add, change_reads, input, input_or_add, remove_inputs, replace_input};
use crate::framework::rewrite::{Rewriter, insert_at_returns};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_glsl::extensions::Extension;
use vitrum_ir::{BuiltIn, Global, Interpolation, Module, Op, Operand, Stage, Storage, types::common};

/// The way to a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewTarget {
    /// The view is a layer of the framebuffer.
    #[default]
    Layer,
    /// The view is a viewport, perhaps beside others in one image.
    Viewport,
}

/// Options of `number_views`.
#[derive(Clone, Debug, Default)]
pub struct NumberViews {
    /// The number of views; without it, that of the shader, or 2.
    pub views: Option<u32>,
    /// The way to a view.
    pub target: ViewTarget,
    /// The layer or viewport of the first view.
    pub first: u32,
    /// True if draws begin at instance 0, so that `gl_InstanceIndex` has no base.
    pub no_base: bool,
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "views",
        values: "N",
        summary: "number of views; that of the shader by default, or 2",
        set: |options, text| {
            let views = text.parse().ok().filter(|&views: &u32| views > 0)?;
            options.change::<NumberViews>(|it| it.views = Some(views));
            Some(())
        },
    },
    PassOption {
        name: "target",
        values: "layer|viewport",
        summary: "what the number of the view chooses",
        set: |options, text| {
            let target = match text {
                "layer" => ViewTarget::Layer,
                "viewport" => ViewTarget::Viewport,
                _ => return None,
            };
            options.change::<NumberViews>(|it| it.target = target);
            Some(())
        },
    },
    PassOption {
        name: "first",
        values: "N",
        summary: "layer or viewport of the first view",
        set: |options, text| {
            let first = text.parse().ok()?;
            options.change::<NumberViews>(|it| it.first = first);
            Some(())
        },
    },
    PassOption {
        name: "base",
        values: "builtin|zero",
        summary: "first instance of a draw, which `gl_InstanceIndex` includes",
        set: |options, text| {
            let no_base = match text {
                "builtin" => false,
                "zero" => true,
                _ => return None,
            };
            options.change::<NumberViews>(|it| it.no_base = no_base);
            Some(())
        },
    },
];

/// Extensions that the shader no longer needs.
const EXTENSIONS: [Extension; 3] =
    [Extension::ExtMultiview, Extension::OvrMultiview, Extension::OvrMultiview2];

fn is_multiview(module: &Module) -> bool {
    let extended = EXTENSIONS.iter().any(|extension| module.has_extension(extension.name()));
    extended || module.execution.num_views.is_some() || input(module, BuiltIn::ViewIndex).is_some()
}

/// True if the module is for several views.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.stage != Stage::Compute && is_multiview(module)
}

/// Numbers the views; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<NumberViews>();
    let views = options.views.or(module.execution.num_views).unwrap_or(2).max(1);
    let done = match module.stage {
        Stage::Vertex => number_in_vertices(module, session, &options, views),
        Stage::Fragment => number_in_fragments(module, session, &options),
        _ => {
            if let Some(global) = input(module, BuiltIn::ViewIndex) {
                let span = module.globals[global].origin.span;
                let stage = module.stage.name();
                session.refuse(span, format!("a {stage} shader reads the number of the view, expected vertex and fragment shaders alone"));
                return 0;
            }
            0
        }
    };
    module.execution.num_views = None;
    module.execution.modes.remove(vitrum_ir::Modes::OVR_MULTIVIEW);
    let names = &module.names;
    module.extensions.retain(|request| !EXTENSIONS.iter().any(|it| it.name() == names.get(request.name)));
    done + 1
}

/// The variable that a view chooses.
fn target(options: &NumberViews) -> (BuiltIn, &'static str) {
    match options.target {
        ViewTarget::Layer => (BuiltIn::Layer, "gl_Layer"),
        ViewTarget::Viewport => (BuiltIn::ViewportIndex, "gl_ViewportIndex"),
    }
}

/// The instance numbers of a vertex shader.
#[derive(Clone, Copy)]
struct Instances {
    number: Global,
    /// The first instance of the draw, where numbers include it.
    base: Option<Global>,
    views: u32,
}

impl Instances {
    /// The count of instances from the first on, and the number of views.
    fn count(self, rewriter: &mut Rewriter<'_>) -> [Operand; 2] {
        let number = rewriter.load(self.number);
        let mut count = rewriter.convert(number, common::U32);
        if let Some(base) = self.base {
            let base = rewriter.load(base);
            let base = rewriter.convert(base, common::U32);
            count = rewriter.op(Op::Isub, &[count, base]);
        }
        [count, rewriter.number(common::U32, f64::from(self.views))]
    }

    fn view(self, rewriter: &mut Rewriter<'_>) -> Operand {
        let operands = self.count(rewriter);
        rewriter.op(Op::Umod, &operands)
    }
}

fn number_in_vertices(
    module: &mut Module,
    session: &mut Session,
    options: &NumberViews,
    views: u32,
) -> usize {
    let (builtin, name) = target(options);
    if let Some((global, _)) = module.find_builtin(Storage::Output, builtin) {
        let span = module.globals[global].origin.span;
        session
            .refuse(span, format!("the shader writes `{name}`, which the number of the view has to choose"));
        return 0;
    }
    // Numbers from 0 are simpler, but Vulkan has others.
    let counts_from_zero = input(module, BuiltIn::InstanceId).is_some() || !session.settings().vulkan;
    let has_index = input(module, BuiltIn::InstanceIndex).is_some();
    let instances = if counts_from_zero && !has_index {
        let number = input_or_add(module, BuiltIn::InstanceId, "gl_InstanceID", common::I32);
        Instances { number, base: None, views }
    } else {
        let number = input_or_add(module, BuiltIn::InstanceIndex, "gl_InstanceIndex", common::I32);
        let base = (!options.no_base).then(|| base_or_add(module, BuiltIn::BaseInstance));
        Instances { number, base, views }
    };
    let mut count = 0;
    for read in [BuiltIn::InstanceId, BuiltIn::InstanceIndex] {
        let base = instances.base.filter(|_| read == BuiltIn::InstanceIndex);
        count += change_reads(module, session, read, |rewriter, old| {
            let ty = rewriter.ty(old);
            let operands = instances.count(rewriter);
            let instance = rewriter.op(Op::Udiv, &operands);
            let instance = rewriter.convert(instance, ty);
            let Some(base) = base else { return instance };
            let base = rewriter.load(base);
            let base = rewriter.convert(base, ty);
            rewriter.op(Op::Iadd, &[instance, base])
        });
    }
    let ty = input(module, BuiltIn::ViewIndex).map_or(common::I32, |view| module.globals[view].ty);
    let output = module.add_global(name, common::I32, Storage::Output);
    module.globals[output].decorations.builtin = Some(builtin);
    module.require_extension(Extension::ArbShaderViewportLayerArray.name());
    let Some(entry) = module.entry else { return count };
    let first = options.first;
    count += insert_at_returns(module, entry, session, |rewriter| {
        let mut value = instances.view(rewriter);
        if first > 0 {
            let first = rewriter.number(common::U32, f64::from(first));
            value = rewriter.op(Op::Iadd, &[value, first]);
        }
        let value = rewriter.convert(value, common::I32);
        rewriter.store(output, value);
    });
    count += replace_input(module, session, BuiltIn::ViewIndex, |rewriter| {
        let view = instances.view(rewriter);
        rewriter.convert(view, ty)
    });
    count + remove_inputs(module, session, &[BuiltIn::ViewIndex])
}

fn number_in_fragments(module: &mut Module, session: &mut Session, options: &NumberViews) -> usize {
    let Some(view) = input(module, BuiltIn::ViewIndex) else { return 0 };
    let ty = module.globals[view].ty;
    let (builtin, name) = target(options);
    let number = input_or_add(module, builtin, name, common::I32);
    module.globals[number].decorations.interpolation = Some(Interpolation::Flat);
    let first = options.first;
    let count = replace_input(module, session, BuiltIn::ViewIndex, |rewriter| {
        let value = rewriter.load(number);
        let value = rewriter.convert(value, ty);
        if first == 0 {
            return value;
        }
        let first = rewriter.number(ty, f64::from(first));
        rewriter.op(Op::Isub, &[value, first])
    });
    count + remove_inputs(module, session, &[BuiltIn::ViewIndex])
}
