//! Forms of texture lookups that a target lacks: projection, offsets, gradients, comparisons, cubes, texel buffers, sizes of levels.
//!
//! ```text
//! %1 = image_sample.proj %t, %p               =>  %2 = (the first components of %p divided by the last)
//!                                                 %1 = image_sample %t, %2
//! %1: f32 = image_sample.dref %s, %p, %d      =>  %2: vec4<f32> = image_sample %s, %p      %3: f32 = extract.0 %2
//!                                                 %4: bool = fle %d, %3     %1: f32 = select %4, 1.0f32, 0.0f32
//! ```
//!
//! The option `of` names the forms:
//!
//! | form | becomes |
//! |---|---|
//! | `projection` * | a division in the shader |
//! | `offsets` * | another coordinate: exact for fetches and gathers; of samples for the level that is nearest; four gathers for four offsets |
//! | `gradients` * | the level that follows from them, so that filtering is isotropic; a least level bounds it |
//! | `queries` * | sizes of levels from that of the first level |
//! | `rectangles` | 2D textures with coordinates from 0 to 1 |
//! | `shadow` | a lookup that compares nothing, and a comparison of its result, as the option `shadow` says |
//! | `cubes` | arrays of 2D textures, a layer for each face in the order of the API; levels by the gradients on the face |
//! | `buffers` | texel buffers as 2D textures with rows of as many texels as the option `row` says |
//!
//! Those with a star keep the types of textures, and are lowered without the option. The others change what the application binds;
//! its sampler clamps the coordinates of faces to the edge and compares nothing. `compare` is the comparison of samplers, `FUNCTION` of
//! all, `NAME:FUNCTION` of one by the name of its variable; a reference is compared as it is. The size of a texel buffer is then that of all rows.
//!
//! `shadow=nearest` compares what the lookup gives, which is right for samplers that take the nearest texel: of one that filters, it
//! compares the filtered depth. `shadow=bilinear` is for samplers that filter linearly: it gathers four texels of the first level,
//! compares each, and weighs the results by the place between their centres. Levels, biases and gradients are left out then. It is
//! for 2D textures and arrays of them (`cubes` makes some of cubes); 1D, rectangle and cube textures are looked up as for `nearest`.
//!
//! NIR: the options `lower_txp`, `lower_txf_offset`, `lower_tg4_offsets`, `lower_txd`, `lower_rect`, `lower_txs_lod` of
//! `nir_lower_tex`, and `nir_lower_tex_shadow`; drivers have the others. Tint and naga have none, spirv-opt has none.

mod buffers;
mod coordinates;
mod cubes;
mod shadows;

use crate::framework::rewrite::image_call::widen_places;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use crate::lower::retype::{retype, used_types};
use crate::lower::spirv::lower_rectangle_textures;
use crate::optimize::precision::fuller;
use std::collections::BTreeMap;
use vitrum_ir::{
    Dim, ImageType, Inst, Module, Op, Operand, Precision, Swizzle, Type, TypeData, flag_set, types::common,
    typing,
};

flag_set! {
    /// Forms of texture lookups.
    TextureForms: u32 {
        /// Lookups with projection.
        PROJECTION "projection" = 0,
        /// Texel offsets.
        OFFSETS "offsets" = 1,
        /// Lookups with gradients.
        GRADIENTS "gradients" = 2,
        /// Sizes of levels.
        QUERIES "queries" = 3,
        /// Rectangle textures.
        RECTANGLES "rectangles" = 4,
        /// Comparisons of depths.
        SHADOW "shadow" = 5,
        /// Cube textures.
        CUBES "cubes" = 6,
        /// Texel buffers.
        BUFFERS "buffers" = 7,
    }
}

/// A comparison of a reference with a depth, `reference OP depth`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DepthComparison {
    Never,
    Less,
    Equal,
    #[default]
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always,
}

/// A comparison of depths in the shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShadowFilter {
    /// The result of the lookup.
    #[default]
    Nearest,
    /// Four texels, whose results are then weighed.
    Bilinear,
}

/// Their names.
const COMPARISONS: &[(&str, DepthComparison)] = &[
    ("never", DepthComparison::Never),
    ("less", DepthComparison::Less),
    ("equal", DepthComparison::Equal),
    ("less_or_equal", DepthComparison::LessOrEqual),
    ("greater", DepthComparison::Greater),
    ("not_equal", DepthComparison::NotEqual),
    ("greater_or_equal", DepthComparison::GreaterOrEqual),
    ("always", DepthComparison::Always),
];

/// Options of `lower_textures`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerTextures {
    /// The forms that are lowered.
    pub forms: TextureForms,
    /// The comparison of samplers.
    pub compare: DepthComparison,
    /// That of single samplers, by the names of their variables.
    pub compare_by_name: BTreeMap<String, DepthComparison>,
    /// The comparison, where depths are compared.
    pub shadow: ShadowFilter,
    /// Texels in a row of the texture that stands for a texel buffer: a power of two.
    pub row: u32,
}

impl Default for LowerTextures {
    fn default() -> Self {
        let forms = TextureForms::PROJECTION.union(TextureForms::OFFSETS);
        Self {
            forms: forms.union(TextureForms::GRADIENTS).union(TextureForms::QUERIES),
            compare: DepthComparison::default(),
            compare_by_name: BTreeMap::new(),
            shadow: ShadowFilter::default(),
            row: 1024,
        }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "of",
        values: "projection+offsets+gradients+queries+rectangles+shadow+cubes+buffers",
        summary: "the forms that are lowered [default: projection+offsets+gradients+queries]",
        set: |options, text| {
            let forms = parse_forms(text)?;
            options.change(|it: &mut LowerTextures| it.forms = forms);
            Some(())
        },
    },
    PassOption {
        name: "compare",
        values: "[NAME:]FUNCTION",
        summary: "the comparison of samplers: never, less, equal, less_or_equal, greater, not_equal, greater_or_equal or \
                  always [default: less_or_equal]",
        set: set_comparison,
    },
    PassOption {
        name: "shadow",
        values: "nearest|bilinear",
        summary: "what is compared: the result of the lookup, or four texels, of which the results are weighed [default: nearest]",
        set: |options, text| {
            let shadow = match text {
                "nearest" => ShadowFilter::Nearest,
                "bilinear" => ShadowFilter::Bilinear,
                _ => return None,
            };
            options.change(|it: &mut LowerTextures| it.shadow = shadow);
            Some(())
        },
    },
    PassOption {
        name: "row",
        values: "N",
        summary: "texels in a row of the texture that stands for a texel buffer, a power of two [default: 1024]",
        set: |options, text| {
            let row: u32 = text.parse().ok().filter(|row: &u32| row.is_power_of_two())?;
            options.change(|it: &mut LowerTextures| it.row = row);
            Some(())
        },
    },
];

/// Forms by their names, joined by `+`.
pub(super) fn parse_forms(text: &str) -> Option<TextureForms> {
    let find = |name: &str| TextureForms::ALL.iter().find(|row| row.1 == name).map(|row| row.0);
    text.split('+').try_fold(TextureForms::NONE, |all, name| Some(all.union(find(name)?)))
}

fn set_comparison(options: &mut PassOptions, text: &str) -> Option<()> {
    let (name, function) = match text.split_once(':') {
        Some((name, function)) => (Some(name), function),
        None => (None, text),
    };
    let &(_, compare) = COMPARISONS.iter().find(|row| row.0 == function)?;
    options.change(|it: &mut LowerTextures| match name {
        Some(name) => {
            it.compare_by_name.insert(name.to_owned(), compare);
        }
        None => it.compare = compare,
    });
    Some(())
}

/// Lowers them; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: LowerTextures = session.settings().options.get();
    let wants = |form| options.forms.contains(form);
    let mut changes = 0;
    let computes = options.forms != TextureForms::NONE && options.forms != TextureForms::BUFFERS;
    if computes && uses(module, |image| image.sampled == vitrum_ir::Scalar::F16) && session.may_change() {
        changes +=
            each(module, session, |rewriter, inst| widen_places(rewriter, inst).then_some(Action::Keep));
    }
    if wants(TextureForms::RECTANGLES) && uses(module, |image| image.dim == Dim::Rect) && session.may_change()
    {
        changes += lower_rectangle_textures::run(module, session);
    }
    if wants(TextureForms::PROJECTION) {
        changes += each(module, session, coordinates::project);
    }
    if wants(TextureForms::OFFSETS) {
        changes += each(module, session, coordinates::offset);
    }
    if wants(TextureForms::CUBES) && uses(module, |image| image.dim == Dim::Cube) && session.may_change() {
        each(module, session, cubes::lower);
        let flat = |it: ImageType| ImageType { dim: Dim::D2, arrayed: true, ..it };
        changes += give(module, |it| (it.dim == Dim::Cube).then(|| flat(it)));
    }
    if wants(TextureForms::GRADIENTS) {
        changes += each(module, session, coordinates::gradients);
    }
    if wants(TextureForms::SHADOW) && uses(module, |image| image.shadow) && session.may_change() {
        each(module, session, |rewriter, inst| shadows::lower(rewriter, inst, &options));
        changes += give(module, |it| it.shadow.then_some(ImageType { shadow: false, ..it }));
    }
    if wants(TextureForms::BUFFERS) && uses(module, |image| image.dim == Dim::Buffer) && session.may_change()
    {
        each(module, session, |rewriter, inst| buffers::lower(rewriter, inst, options.row));
        changes += give(module, |it| (it.dim == Dim::Buffer).then_some(ImageType { dim: Dim::D2, ..it }));
    }
    if wants(TextureForms::QUERIES) {
        changes += each(module, session, coordinates::size_of_level);
    }
    changes
}

/// Visits every instruction; gives the number of those that were lowered.
fn each(
    module: &mut Module,
    session: &mut Session,
    mut lower: impl FnMut(&mut Rewriter<'_>, Inst) -> Option<Action>,
) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = lower(rewriter, inst);
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    count
}

/// True if the module has a texture or image of which a test holds.
fn uses(module: &Module, is: impl Fn(ImageType) -> bool) -> bool {
    used_types(module).into_iter().any(|ty| image_of(module, ty).is_some_and(&is))
}

fn image_of(module: &Module, ty: Type) -> Option<ImageType> {
    match module.types.get(ty) {
        TypeData::Image(image) | TypeData::SampledImage(image) => Some(image),
        _ => None,
    }
}

/// Gives textures other types; samplers that compare become others, where images do. Gives the number of types.
fn give(module: &mut Module, new: impl Fn(ImageType) -> Option<ImageType>) -> usize {
    let shadow = TypeData::Sampler { shadow: true };
    let drops = |image: ImageType| new(image).is_some_and(|new| image.shadow && !new.shadow);
    let compares = module.types.iter().any(|(ty, _)| image_of(module, ty).is_some_and(drops));
    let new = |_: &mut Module, data| match data {
        TypeData::Image(image) => new(image).map(TypeData::Image),
        TypeData::SampledImage(image) => new(image).map(TypeData::SampledImage),
        _ if data == shadow && compares => Some(TypeData::Sampler { shadow: false }),
        _ => None,
    };
    retype(module, new, |_, _, parts| parts).count()
}

/// The first components of a vector.
fn first(rewriter: &mut Rewriter<'_>, vector: Operand, count: u32) -> Operand {
    let size = rewriter.module.types.vector_size(rewriter.ty(vector)).unwrap_or(1);
    match Swizzle::new(&[0, 1, 2, 3][..(count as usize).clamp(1, 4)]) {
        Some(swizzle) if count < size && count > 1 => rewriter.op_imm(Op::Swizzle, &[vector], swizzle.bits()),
        _ if count < size => rewriter.op_imm(Op::Extract, &[vector], 0),
        _ => vector,
    }
}

/// A component of a vector, or the scalar.
fn component(rewriter: &mut Rewriter<'_>, vector: Operand, index: u32) -> Operand {
    match rewriter.module.types.vector_size(rewriter.ty(vector)) {
        Some(size) if size > 1 => rewriter.op_imm(Op::Extract, &[vector], index),
        _ => vector,
    }
}

/// The vector of some scalars and vectors; of one, itself.
fn join(rewriter: &mut Rewriter<'_>, parts: &[Operand]) -> Operand {
    let &[first, _, ..] = parts else {
        let nothing = Operand::from(rewriter.module.constants.undef(common::F32));
        return parts.first().copied().unwrap_or(nothing);
    };
    let scalar = rewriter.module.types.scalar_of(rewriter.ty(first)).unwrap_or(vitrum_ir::Scalar::F32);
    let size = parts.iter().map(|&it| rewriter.module.types.vector_size(rewriter.ty(it)).unwrap_or(1)).sum();
    let ty = rewriter.module.types.vector(scalar, size);
    let precision = parts.iter().map(|&it| rewriter.precision(it)).reduce(fuller).unwrap_or(Precision::None);
    rewriter.push(Op::Construct, parts, 0, ty, precision)
}

/// The image that an operand is.
fn image_type(rewriter: &Rewriter<'_>, image: Operand) -> Option<ImageType> {
    typing::image_type(rewriter.module, rewriter.ty(image))
}

/// The size of a level, as integers: dimensions, and layers of an array.
fn size(rewriter: &mut Rewriter<'_>, image: Operand, level: Operand) -> Option<Operand> {
    let ty = image_type(rewriter, image)?;
    let count = ty.dim.coordinates() + u32::from(ty.arrayed);
    let result = common::vector(vitrum_ir::Scalar::I32, count).unwrap_or(common::I32);
    let has_levels = !matches!(ty.dim, Dim::Rect | Dim::Buffer) && !ty.multisampled && !ty.storage;
    let operands = if has_levels { vec![image, level] } else { vec![image] };
    Some(rewriter.push(Op::ImageSize, &operands, 0, result, Precision::High))
}

/// Integers as floats.
fn floats(rewriter: &mut Rewriter<'_>, integers: Operand) -> Operand {
    let ty = rewriter.ty(integers);
    let signed = rewriter.module.types.scalar_of(ty).is_some_and(vitrum_ir::Scalar::is_signed);
    let ty = rewriter.module.types.with_scalar(ty, vitrum_ir::Scalar::F32).unwrap_or(common::F32);
    let op = if signed { Op::StoF } else { Op::UtoF };
    rewriter.push(op, &[integers], 0, ty, Precision::High)
}
