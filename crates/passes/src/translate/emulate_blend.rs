//! Computes advanced blending (`KHR_blend_equation_advanced`) in the shader, from the colour that is in the framebuffer.
//!
//! ```text
//! execution blend_support_multiply
//! global @c: vec4<f32> output location(0)         global @c: vec4<f32> output location(0) framebuffer_fetch
//!                                                 global @blend_destination: vec4<f32> private
//! fn &main() -> void {                       =>   fn &main() -> void {
//!                                                     store @blend_destination, (load @c)
//!     store @c, %x                                    store @c, %x
//!                                                     (source and destination without alpha, the equation, the weights)
//!                                                     store @c, %blended
//!     return                                          return
//! }                                               }
//! ```
//!
//! | option | meaning |
//! |---|---|
//! | `equation` | one of the fifteen (`multiply`, `hsl_hue`, ...); without it the value of the uniform `blend_equation` chooses among those that the shader declares: 0 does not blend, 1 to 15 are the equations in the order of the extension |
//! | `from` | `fetch`: the output begins with what is in the framebuffer, which becomes an input attachment for Vulkan; `attachment`: an input attachment at once, the index of which is the location |
//!
//! Colours are multiplied by alpha before and after. Shaders that declare no equation stay, unless one is named. The output is the one at
//! location 0; the fixed blending of the device is off.
//!
//! Called `EmulateAdvancedBlend` by ANGLE, `nir_lower_blend` and `lower_blend_equation_advanced` by Mesa.

use crate::framework::rewrite::{Rewriter, insert_at_returns, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::prelude::import;
use vitrum_ir::types::common;
use vitrum_ir::{
    BlendEquations, BuiltIn, Dim, Function, Global, ImageFormat, ImageType, Module, Op, Operand, Precision,
    Qualifiers, Stage, Storage, Swizzle, TypeData,
};

/// The options of `emulate_blend`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmulateBlend {
    /// The equation; a uniform chooses it if none is given.
    pub equation: Option<BlendEquations>,
    /// True if the destination is read from an input attachment.
    pub from_attachment: bool,
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "equation",
        values: "multiply|screen|overlay|darken|lighten|colordodge|colorburn|hardlight|softlight|difference|exclusion|hsl_hue|hsl_saturation|hsl_color|hsl_luminosity|uniform",
        summary: "the equation, or that of the uniform `blend_equation`",
        set: |options, text| {
            let equation = match text {
                "uniform" => None,
                _ => Some(EQUATIONS.iter().find(|row| row.1 == text)?.0),
            };
            options.change(|it: &mut EmulateBlend| it.equation = equation);
            Some(())
        },
    },
    PassOption {
        name: "from",
        values: "fetch|attachment",
        summary: "the way to read the framebuffer",
        set: |options, text| {
            let from = match text {
                "fetch" => false,
                "attachment" => true,
                _ => return None,
            };
            options.change(|it: &mut EmulateBlend| it.from_attachment = from);
            Some(())
        },
    },
];

/// The equations in the order of their numbers, from 1 on, and what follows `blend_` in the names of their functions.
const EQUATIONS: &[(BlendEquations, &str)] = &[
    (BlendEquations::MULTIPLY, "multiply"),
    (BlendEquations::SCREEN, "screen"),
    (BlendEquations::OVERLAY, "overlay"),
    (BlendEquations::DARKEN, "darken"),
    (BlendEquations::LIGHTEN, "lighten"),
    (BlendEquations::COLORDODGE, "colordodge"),
    (BlendEquations::COLORBURN, "colorburn"),
    (BlendEquations::HARDLIGHT, "hardlight"),
    (BlendEquations::SOFTLIGHT, "softlight"),
    (BlendEquations::DIFFERENCE, "difference"),
    (BlendEquations::EXCLUSION, "exclusion"),
    (BlendEquations::HSL_HUE, "hsl_hue"),
    (BlendEquations::HSL_SATURATION, "hsl_saturation"),
    (BlendEquations::HSL_COLOR, "hsl_color"),
    (BlendEquations::HSL_LUMINOSITY, "hsl_luminosity"),
];

/// Runs the pass; gives 1 if blending is computed now.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: EmulateBlend = session.settings.options.get();
    let Some(entry) = module.entry.filter(|_| module.stage == Stage::Fragment) else { return 0 };
    let declared = module.execution.blend;
    let is_wanted = |equation: BlendEquations| match options.equation {
        Some(one) => one == equation,
        None => declared.contains(equation) || declared.contains(BlendEquations::ALL_EQUATIONS),
    };
    let wanted: Vec<(i64, &str)> =
        (1..).zip(EQUATIONS).filter(|row| is_wanted(row.1.0)).map(|(number, row)| (number, row.1)).collect();
    if wanted.is_empty() {
        return 0;
    }
    let Some((output, element)) = output(module) else {
        session.refuse(module.entry_span(), "advanced blending needs an output `vec4` at location 0");
        return 0;
    };
    let is_plain = !element && module.globals[output].decorations.builtin.is_none();
    if !is_plain && !options.from_attachment {
        let span = module.globals[output].origin.span;
        session.refuse(span, "advanced blending of an output that is built in or an array needs `emulate_blend.from=attachment`");
        return 0;
    }
    if !session.may_change() {
        return 0;
    }
    module.execution.blend = BlendEquations::NONE;
    let equations: Vec<(i64, Function)> = wanted
        .into_iter()
        .filter_map(|(number, name)| Some((number, import(module, &format!("blend_{name}"))?)))
        .collect();
    let destination = if options.from_attachment {
        attachment(module, output)
    } else {
        module.globals[output].decorations.qualifiers.insert(Qualifiers::FRAMEBUFFER_FETCH);
        let held = module.add_global("blend_destination", common::VEC4, Storage::Private);
        insert_at_start(module, entry, session, |rewriter| {
            let color = rewriter.load(output);
            rewriter.store(held, color);
        });
        held
    };
    let choice = options
        .equation
        .is_none()
        .then(|| module.add_global("blend_equation", common::I32, Storage::Uniform));
    insert_at_returns(module, entry, session, |rewriter| {
        let place = if element {
            let zero = rewriter.module.constants.i32(0).into();
            rewriter.access(output, &[zero])
        } else {
            output.into()
        };
        blend(rewriter, place, destination, choice, &equations);
    });
    1
}

/// The output at location 0, and true if it is the first element of an array.
fn output(module: &Module) -> Option<(Global, bool)> {
    module.globals.iter().find_map(|(id, data)| {
        let decorations = &data.decorations;
        let is_color = match decorations.builtin {
            None => decorations.location.is_none_or(|location| location == 0),
            Some(BuiltIn::FragColor | BuiltIn::FragData) => true,
            Some(_) => false,
        };
        let is_first = decorations.index.is_none_or(|index| index == 0)
            && decorations.component.is_none_or(|it| it == 0);
        if data.storage != Storage::Output || !is_color || !is_first {
            return None;
        }
        let is_array = module.types.element(data.ty) == Some(common::VEC4);
        (data.ty == common::VEC4 || is_array).then_some((id, is_array))
    })
}

/// An input attachment with what an output has in the framebuffer.
fn attachment(module: &mut Module, output: Global) -> Global {
    let image = module.types.intern(TypeData::Image(ImageType {
        sampled: vitrum_ir::Scalar::F32,
        dim: Dim::Subpass,
        arrayed: false,
        multisampled: false,
        shadow: false,
        storage: true,
        format: ImageFormat::Unknown,
    }));
    let input = module.add_global("blend_destination", image, Storage::Opaque);
    let location = module.globals[output].decorations.location.unwrap_or(0);
    module.globals[input].decorations.input_attachment = Some(location);
    module.globals[input].precision = module.globals[output].precision;
    input
}

/// Blends what an output holds.
fn blend(
    rewriter: &mut Rewriter<'_>,
    place: Operand,
    destination: Global,
    choice: Option<Global>,
    equations: &[(i64, Function)],
) {
    let source = rewriter.load(place);
    let mut target = rewriter.load(destination);
    if rewriter.ty(target) != common::VEC4 {
        let here = rewriter.module.constants.null(common::IVEC2);
        target = rewriter.push(Op::ImageRead, &[target, here.into()], 0, common::VEC4, Precision::None);
    }
    let call = |rewriter: &mut Rewriter<'_>, function: Function| {
        let (s, s_alpha) = straight(rewriter, source);
        let (d, d_alpha) = straight(rewriter, target);
        let f = rewriter.call(function, &[s, d]);
        weighted(rewriter, [f, s, d], [s_alpha, d_alpha])
    };
    let blended = match (choice, equations) {
        (None, &[(_, function), ..]) => call(rewriter, function),
        (Some(choice), _) => {
            let number = rewriter.load(choice);
            let numbers: Vec<i64> = equations.iter().map(|row| row.0).collect();
            let results = rewriter.switch_(number, &numbers, |rewriter, case| {
                let found = equations.iter().find(|row| Some(row.0) == case);
                found.map_or(source, |&(_, function)| call(rewriter, function))
            });
            results.first().copied().unwrap_or(source)
        }
        (None, []) => source,
    };
    rewriter.store(place, blended);
}

/// A colour that is not multiplied by alpha, and alpha. The colour is 0 if alpha is.
fn straight(rewriter: &mut Rewriter<'_>, color: Operand) -> (Operand, Operand) {
    let alpha = rewriter.op_imm(Op::Extract, &[color], 3);
    let rgb = rewriter.op_imm(Op::Swizzle, &[color], Swizzle::new(&[0, 1, 2]).map_or(0, Swizzle::bits));
    let (zero, one) = (rewriter.number(common::F32, 0.0), rewriter.number(common::F32, 1.0));
    let none = rewriter.op(Op::Feq, &[alpha, zero]);
    let divisor = rewriter.op(Op::Select, &[none, one, alpha]);
    let divisor = rewriter.push(Op::Splat, &[divisor], 0, common::VEC3, Precision::None);
    let quotient = rewriter.op(Op::Fdiv, &[rgb, divisor]);
    let black = rewriter.number(common::VEC3, 0.0);
    (rewriter.op(Op::Select, &[none, black, quotient]), alpha)
}

/// The sum of three colours weighted by where both, only the source, and only the destination cover, with its alpha.
fn weighted(rewriter: &mut Rewriter<'_>, colors: [Operand; 3], [s, d]: [Operand; 2]) -> Operand {
    let one = rewriter.number(common::F32, 1.0);
    let (not_s, not_d) = (rewriter.op(Op::Fsub, &[one, s]), rewriter.op(Op::Fsub, &[one, d]));
    let weights = [[s, d], [s, not_d], [d, not_s]].map(|[a, b]| rewriter.op(Op::Fmul, &[a, b]));
    let mut color: Option<Operand> = None;
    let mut alpha: Option<Operand> = None;
    for (part, weight) in colors.into_iter().zip(weights) {
        let part = rewriter.op(Op::VectorTimesScalar, &[part, weight]);
        color = Some(color.map_or(part, |sum| rewriter.op(Op::Fadd, &[sum, part])));
        alpha = Some(alpha.map_or(weight, |sum| rewriter.op(Op::Fadd, &[sum, weight])));
    }
    let parts: Vec<Operand> = color.into_iter().chain(alpha).collect();
    rewriter.push(Op::Construct, &parts, 0, common::VEC4, Precision::None)
}
