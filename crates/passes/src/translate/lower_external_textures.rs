//! Reads external textures (`samplerExternalOES`) from planes, with the matrices and transfer functions of a block of parameters.
//!
//! ```text
//! global @t: sampled<external, f32> opaque           global @t: sampled<2d, f32> opaque
//!                                                    global @t_plane1: sampled<2d, f32> opaque
//!                                               =>   global @t_params: #ExternalTexture uniform block(std140)
//!     %0 = load @t                                   %2 = (the coordinate, transformed, within the rectangle)
//!     %1 = image_sample %0, %p                       %y = image_sample.lod @t, %2, 0.0   %uv = image_sample.lod @t_plane1, ...
//!                                                    %1 = (to RGB, decoded, converted, encoded)
//! ```
//!
//! The block `ExternalTexture`, as std140:
//!
//! | member | meaning |
//! |---|---|
//! | `mat4x3 yuv_to_rgb` | RGB from Y, U, V and 1 |
//! | `mat3 gamut` | RGB of the target from linear RGB of the source |
//! | `vec4 decode[2]`, `vec4 encode[2]` | transfer functions to linear and from it: g, a, b, c; d, e, f |
//! | `mat3x2 sample_transform` | coordinate in the planes from that of the lookup and 1 |
//! | `mat3x2 load_transform` | texel of the first plane from that of the fetch and 1 |
//! | `vec4 rectangle`, `vec4 chroma_rectangle` | least and greatest coordinate, of the first plane and of the others |
//! | `vec2 chroma_scale` | texels of the other planes for one of the first |
//! | `ivec2 size` | the size that `textureSize` gives |
//! | `int planes` | 1: the first plane has RGBA; more: Y, and UV or U and V |
//! | `int converts` | not 0: the transfer functions and the gamut apply |
//!
//! The option `planes` says how many there are at most: 1, 2 (the default; Y and UV), or 3 (Y, U and V). Lookups have one level, as external
//! textures have. `__samplerExternal2DY2YEXT` gives Y, U and V themselves. Functions that take external textures are copied for
//! them first. Arrays of external textures become arrays of each.
//!
//! Called `MultiplanarExternalTexture` by Tint and Dawn, external textures by naga, the `lower_y_uv_external` options of
//! `nir_lower_tex` by NIR.

use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::lower::specialize_parameters::specialize_parameters;
use crate::lower::unused_loads::drop_unused_loads;
use crate::prelude::import;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::retype_global;
use vitrum_ir::types::common;
use vitrum_ir::{
    Dim, Function, Global, GlobalData, ImageOperands, ImageType, Inst, LayoutRule, Member, Module, Op,
    Operand, Precision, Scalar, Span, Storage, StructData, Swizzle, Type, TypeData,
};

/// The options of `lower_external_textures`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerExternalTextures {
    /// Planes of a texture at most.
    pub planes: u32,
}

impl Default for LowerExternalTextures {
    fn default() -> Self {
        Self { planes: 2 }
    }
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "planes",
    values: "1|2|3",
    summary: "planes of a texture at most [default: 2]",
    set: |options, text| {
        let planes = text.parse().ok().filter(|planes| (1..=3).contains(planes))?;
        options.change(|it: &mut LowerExternalTextures| it.planes = planes);
        Some(())
    },
}];

/// Members of the block, by number.
mod member {
    pub(super) const YUV_TO_RGB: u32 = 0;
    pub(super) const GAMUT: u32 = 1;
    pub(super) const DECODE: u32 = 2;
    pub(super) const ENCODE: u32 = 3;
    pub(super) const SAMPLE_TRANSFORM: u32 = 4;
    pub(super) const LOAD_TRANSFORM: u32 = 5;
    pub(super) const RECTANGLE: u32 = 6;
    pub(super) const CHROMA_RECTANGLE: u32 = 7;
    pub(super) const CHROMA_SCALE: u32 = 8;
    pub(super) const SIZE: u32 = 9;
    pub(super) const PLANES: u32 = 10;
    pub(super) const CONVERTS: u32 = 11;
}

/// The globals that an external texture became.
#[derive(Clone)]
struct Planes {
    planes: Vec<Global>,
    params: Global,
    /// True if lookups give Y, U and V.
    is_yuv: bool,
}

/// Runs the pass; gives the number of textures.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let found = module.globals_that(|data| external(module, data.ty).is_some());
    if found.is_empty() || !session.may_change() {
        return 0;
    }
    if !specialize_parameters(module, session, |module, _, pointee| external(module, pointee).is_some()) {
        let place = found.first().map(|&texture| module.globals[texture].origin.span).unwrap_or_default();
        session
            .refuse(place, "functions with external textures make the module too large when they are copied");
        return 0;
    }
    if let Some((span, op)) = unknown_use(module) {
        session.refuse(span, format!("`{op}` of an external texture has no form with planes"));
        return 0;
    }
    let options: LowerExternalTextures = session.settings.options.get();
    let block = block(module);
    let mut renamed = Vec::new();
    let mut known: FxHashMap<Global, Planes> = FxHashMap::default();
    for &global in &found {
        let planes = take_apart(module, global, block, options.planes, &mut renamed);
        known.insert(global, planes);
    }
    let converts = known.values().any(|planes| !planes.is_yuv);
    let transfer = converts.then(|| import(module, "transfer")).flatten();
    rewrite_each(module, session, |rewriter, inst| {
        lower(rewriter, inst, &known, transfer).unwrap_or(Action::Keep)
    });
    drop_unused_loads(module, session);
    session.add_renamed(renamed);
    found.len()
}

/// The external texture that a type is, or an array of which it is; the pointee of an address.
fn external(module: &Module, ty: Type) -> Option<ImageType> {
    match module.types.get(module.types.innermost(ty)) {
        TypeData::SampledImage(image) if matches!(image.dim, Dim::External | Dim::ExternalYuv) => Some(image),
        _ => None,
    }
}

/// An operation on an external texture that has no form with planes, if there is one, with its place.
fn unknown_use(module: &Module) -> Option<(Span, &'static str)> {
    module.functions.values().find_map(|function| {
        vitrum_ir::visit::insts(function).into_iter().find_map(|(_, inst)| {
            let &first = function.operands(inst).first()?;
            let ty = vitrum_ir::typing::operand_type(module, function, first);
            external(module, ty)?;
            let op = function.op(inst);
            let sparse = ImageOperands::from_bits(function.insts[inst].imm)
                .intersects(ImageOperands::SPARSE.union(ImageOperands::DREF).union(ImageOperands::OFFSET));
            let is_known = match op {
                Op::ImageSample | Op::ImageFetch => !sparse,
                Op::ImageSize => true,
                _ => false,
            };
            (!is_known).then(|| (function.insts[inst].span(), op.mnemonic()))
        })
    })
}

/// The struct of the parameters.
fn block(module: &mut Module) -> Type {
    let two = module.types.array(common::VEC4, 2);
    let (to_rgb, gamut) = (module.types.matrix(Scalar::F32, 4, 3), module.types.matrix(Scalar::F32, 3, 3));
    let transform = module.types.matrix(Scalar::F32, 3, 2);
    let members = [
        ("yuv_to_rgb", to_rgb),
        ("gamut", gamut),
        ("decode", two),
        ("encode", two),
        ("sample_transform", transform),
        ("load_transform", transform),
        ("rectangle", common::VEC4),
        ("chroma_rectangle", common::VEC4),
        ("chroma_scale", common::VEC2),
        ("size", common::IVEC2),
        ("planes", common::I32),
        ("converts", common::I32),
    ];
    let members = members.into_iter().map(|(name, ty)| {
        let mut member = Member::new(module.names.intern(name), ty);
        member.precision = Precision::High;
        member
    });
    let members = members.collect();
    let name = module.names.intern("ExternalTexture");
    let id = module.structs.alloc(StructData::new(name, members));
    module.types.intern(TypeData::Struct(id))
}

/// Makes the planes and the parameters of a texture.
fn take_apart(
    module: &mut Module,
    global: Global,
    block: Type,
    count: u32,
    renamed: &mut Vec<Renamed>,
) -> Planes {
    let old: GlobalData = module.globals[global].clone();
    let name = module.names.get(old.name).to_owned();
    let is_yuv = external(module, old.ty).is_some_and(|image| image.dim == Dim::ExternalYuv);
    let image = external(module, old.ty).map(|image| ImageType { dim: Dim::D2, ..image });
    let plane = image.map_or(common::VOID, |image| module.types.intern(TypeData::SampledImage(image)));
    let ty = module.types.with_innermost(old.ty, plane);
    retype_global(module, global, ty, Storage::Opaque);
    let mut planes = vec![global];
    for number in 1..count {
        let plane = module.add_global(&format!("{name}_plane{number}"), ty, Storage::Opaque);
        module.globals[plane].precision = old.precision;
        module.globals[plane].decorations.set = old.decorations.set;
        planes.push(plane);
        renamed.push(Renamed::new(Role::Texture, name.clone(), format!("{name}_plane{number}")));
    }
    let block = module.types.with_innermost(old.ty, block);
    let params = module.add_global(&format!("{name}_params"), block, Storage::Uniform);
    module.globals[params].block = Some(LayoutRule::Std140);
    module.globals[params].decorations.set = old.decorations.set;
    renamed.push(Renamed::new(Role::UniformBlock, name.clone(), format!("{name}_params")));
    // The part that keeps its name comes last, so that no other change follows it.
    renamed.push(Renamed::new(Role::Texture, name.clone(), name));
    Planes { planes, params, is_yuv }
}

/// The action for an instruction that names an external texture.
fn lower(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    known: &FxHashMap<Global, Planes>,
    transfer: Option<Function>,
) -> Option<Action> {
    let op = rewriter.function.op(inst);
    if !matches!(op, Op::ImageSample | Op::ImageFetch | Op::ImageSize) {
        return retype(rewriter, inst, known);
    }
    let image = *rewriter.function.operands(inst).first()?;
    let (global, indices) = source(rewriter, image)?;
    let planes = known.get(&global)?;
    let texture = Texture { planes, indices };
    let precision = rewriter.function.result_data(inst)?.precision;
    if op == Op::ImageSize {
        let size = texture.member(rewriter, member::SIZE);
        return Some(rewriter.replace_alike(inst, size));
    }
    let call = ImageCall::of(&rewriter.function, inst)?;
    let color = texture.color(rewriter, &call, transfer, precision)?;
    Some(rewriter.replace_alike(inst, color))
}

/// Gives loads and addresses of a plane their types.
fn retype(rewriter: &mut Rewriter<'_>, inst: Inst, known: &FxHashMap<Global, Planes>) -> Option<Action> {
    let op = rewriter.function.op(inst);
    let base = *rewriter.function.operands(inst).first()?;
    if op != Op::Load
        || !matches!(
            rewriter.module.types.get(rewriter.ty(base)),
            TypeData::Pointer { storage: Storage::Opaque, .. }
        )
    {
        return None;
    }
    let (global, _) = address(rewriter, base)?;
    known.get(&global)?;
    let ty = rewriter.module.types.pointee(rewriter.ty(base))?;
    let result = rewriter.function.result(inst)?;
    rewriter.function.values[result].ty = ty;
    None
}

/// The global that an address starts at, and the indices behind it.
fn address(rewriter: &Rewriter<'_>, pointer: Operand) -> Option<(Global, Vec<Operand>)> {
    let (mut base, mut reversed) = (pointer, Vec::new());
    loop {
        if let Some(global) = base.global() {
            reversed.reverse();
            return Some((global, reversed));
        }
        let access = rewriter.function.definition(base)?;
        let (&next, indices) = rewriter.function.operands(access).split_first()?;
        if rewriter.function.op(access) != Op::Access {
            return None;
        }
        reversed.extend(indices.iter().rev());
        base = next;
    }
}

/// The global that a texture is loaded from, and the indices behind it.
fn source(rewriter: &Rewriter<'_>, image: Operand) -> Option<(Global, Vec<Operand>)> {
    let load = rewriter.function.definition(image)?;
    let pointer = *rewriter.function.operands(load).first()?;
    address(rewriter, pointer).filter(|_| rewriter.function.op(load) == Op::Load)
}

/// An external texture that is read.
struct Texture<'a> {
    planes: &'a Planes,
    /// The indices that choose it from an array.
    indices: Vec<Operand>,
}

impl Texture<'_> {
    /// A parameter.
    fn member(&self, rewriter: &mut Rewriter<'_>, number: u32) -> Operand {
        let mut indices = self.indices.clone();
        indices.push(rewriter.module.constants.i32(number as i32).into());
        let place = rewriter.access(self.planes.params, &indices);
        let ty = rewriter.ty(place);
        let ty = rewriter.module.types.pointee(ty).unwrap_or(common::VOID);
        rewriter.push(Op::Load, &[place], 0, ty, Precision::High)
    }

    /// A texel of a plane, as the call reads it.
    fn texel(
        &self,
        rewriter: &mut Rewriter<'_>,
        plane: usize,
        call: &ImageCall,
        coordinate: Operand,
        precision: Precision,
    ) -> Option<Operand> {
        let &global = self.planes.planes.get(plane)?;
        let place =
            if self.indices.is_empty() { global.into() } else { rewriter.access(global, &self.indices) };
        let mut call = call.clone();
        call.image = rewriter.load(place);
        call.coordinate = coordinate;
        for flag in [ImageOperands::PROJ, ImageOperands::BIAS, ImageOperands::GRAD, ImageOperands::MIN_LOD] {
            call.take(flag);
        }
        let level = if call.op == Op::ImageSample {
            rewriter.number(common::F32, 0.0)
        } else {
            rewriter.number(common::I32, 0.0)
        };
        call.set(ImageOperands::LOD, &[level]);
        let inst = call.build(rewriter, &[(common::VEC4, precision)]);
        rewriter.function.result(inst).map(Operand::from)
    }

    /// The coordinates in the first plane and in the others.
    fn coordinates(&self, rewriter: &mut Rewriter<'_>, call: &ImageCall) -> Option<[Operand; 2]> {
        let one = rewriter.number(common::F32, 1.0);
        let mut at = call.coordinate;
        if call.op == Op::ImageFetch {
            at = rewriter.push(Op::StoF, &[at], 0, common::VEC2, Precision::High);
            let at = rewriter.push(Op::Construct, &[at, one], 0, common::VEC3, Precision::High);
            let transform = self.member(rewriter, member::LOAD_TRANSFORM);
            let moved = rewriter.op(Op::MatrixTimesVector, &[transform, at]);
            let half = rewriter.number(common::VEC2, 0.5);
            let up = rewriter.op(Op::Fadd, &[moved, half]);
            let first = rewriter.op(Op::Floor, &[up]);
            let scale = self.member(rewriter, member::CHROMA_SCALE);
            let scaled = rewriter.op(Op::Fmul, &[first, scale]);
            let scaled = rewriter.op(Op::Floor, &[scaled]);
            let texels = [first, scaled];
            return Some(texels.map(|it| rewriter.push(Op::FtoS, &[it], 0, common::IVEC2, Precision::High)));
        }
        if call.has(ImageOperands::PROJ) {
            let size = rewriter.module.types.vector_size(rewriter.ty(at))?;
            let divisor = rewriter.op_imm(Op::Extract, &[at], size - 1);
            let plane = rewriter.op_imm(Op::Swizzle, &[at], Swizzle::new(&[0, 1])?.bits());
            let divisor = rewriter.push(Op::Splat, &[divisor], 0, common::VEC2, Precision::None);
            at = rewriter.op(Op::Fdiv, &[plane, divisor]);
        }
        let at = rewriter.push(Op::Construct, &[at, one], 0, common::VEC3, Precision::High);
        let transform = self.member(rewriter, member::SAMPLE_TRANSFORM);
        let moved = rewriter.op(Op::MatrixTimesVector, &[transform, at]);
        Some([member::RECTANGLE, member::CHROMA_RECTANGLE].map(|number| {
            let bounds = self.member(rewriter, number);
            let [least, greatest] = [[0, 1], [2, 3]].map(|parts| {
                let swizzle = Swizzle::new(&parts).map_or(0, Swizzle::bits);
                rewriter.op_imm(Op::Swizzle, &[bounds], swizzle)
            });
            let raised = rewriter.op(Op::Fmax, &[moved, least]);
            rewriter.op(Op::Fmin, &[raised, greatest])
        }))
    }

    /// The colour that a lookup gives.
    fn color(
        &self,
        rewriter: &mut Rewriter<'_>,
        call: &ImageCall,
        transfer: Option<Function>,
        precision: Precision,
    ) -> Option<Operand> {
        let rgb = Swizzle::new(&[0, 1, 2])?.bits();
        let [first, others] = self.coordinates(rewriter, call)?;
        let whole = self.texel(rewriter, 0, call, first, precision)?;
        let color = rewriter.op_imm(Op::Swizzle, &[whole], rgb);
        let alpha = rewriter.op_imm(Op::Extract, &[whole], 3);
        let mut parts = vec![color, alpha];
        if self.planes.planes.len() > 1 {
            let count = self.member(rewriter, member::PLANES);
            let one = rewriter.number(common::I32, 1.0);
            let is_one = rewriter.op(Op::Sle, &[count, one]);
            let mut failed = false;
            let chosen = rewriter.if_(
                is_one,
                |_| vec![color, alpha],
                |rewriter| {
                    let color = self.joined_planes(rewriter, call, whole, others, precision);
                    failed = color.is_none();
                    let opaque = rewriter.number(common::F32, 1.0);
                    vec![color.unwrap_or(opaque), opaque]
                },
            );
            if failed {
                return None;
            }
            parts = chosen;
        }
        let (&color, &alpha) = (parts.first()?, parts.get(1)?);
        let color = match transfer.filter(|_| !self.planes.is_yuv) {
            Some(transfer) => self.convert(rewriter, color, transfer),
            None => color,
        };
        Some(rewriter.push(Op::Construct, &[color, alpha], 0, common::VEC4, precision))
    }

    /// RGB, or Y, U and V, from several planes.
    fn joined_planes(
        &self,
        rewriter: &mut Rewriter<'_>,
        call: &ImageCall,
        first: Operand,
        at: Operand,
        precision: Precision,
    ) -> Option<Operand> {
        let y = rewriter.op_imm(Op::Extract, &[first], 0);
        let second = self.texel(rewriter, 1, call, at, precision)?;
        let u = rewriter.op_imm(Op::Extract, &[second], 0);
        let v = if self.planes.planes.len() > 2 {
            let third = self.texel(rewriter, 2, call, at, precision)?;
            let apart = rewriter.op_imm(Op::Extract, &[third], 0);
            let together = rewriter.op_imm(Op::Extract, &[second], 1);
            let (count, three) = (self.member(rewriter, member::PLANES), rewriter.number(common::I32, 3.0));
            let is_apart = rewriter.op(Op::Sge, &[count, three]);
            rewriter.op(Op::Select, &[is_apart, apart, together])
        } else {
            rewriter.op_imm(Op::Extract, &[second], 1)
        };
        if self.planes.is_yuv {
            return Some(rewriter.push(Op::Construct, &[y, u, v], 0, common::VEC3, precision));
        }
        let one = rewriter.number(common::F32, 1.0);
        let yuv = rewriter.push(Op::Construct, &[y, u, v, one], 0, common::VEC4, precision);
        let matrix = self.member(rewriter, member::YUV_TO_RGB);
        Some(rewriter.op(Op::MatrixTimesVector, &[matrix, yuv]))
    }

    /// A colour in the gamut and with the transfer function of the target.
    fn convert(&self, rewriter: &mut Rewriter<'_>, color: Operand, transfer: Function) -> Operand {
        let converts = self.member(rewriter, member::CONVERTS);
        let zero = rewriter.number(common::I32, 0.0);
        let is_wanted = rewriter.op(Op::Ine, &[converts, zero]);
        let results = rewriter.if_(
            is_wanted,
            |rewriter| {
                let linear = self.transferred(rewriter, color, transfer, member::DECODE);
                let matrix = self.member(rewriter, member::GAMUT);
                let linear = rewriter.op(Op::MatrixTimesVector, &[matrix, linear]);
                self.transferred(rewriter, linear, transfer, member::ENCODE)
            },
            |_| color,
        );
        results.first().copied().unwrap_or(color)
    }

    /// A colour through a transfer function.
    fn transferred(
        &self,
        rewriter: &mut Rewriter<'_>,
        color: Operand,
        transfer: Function,
        number: u32,
    ) -> Operand {
        let parameters = self.member(rewriter, number);
        let [first, second] = [0, 1].map(|index| rewriter.op_imm(Op::Extract, &[parameters], index));
        rewriter.call(transfer, &[color, first, second])
    }
}
