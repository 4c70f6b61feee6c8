//! Lookups for comparisons in textures of halves, of `GL_AMD_gpu_shader_half_float_fetch`.
//!
//! Other functions take coordinates of `float16_t` by their own rows. Here the reference stays a `float`, which the vector of
//! coordinates has no place for, so that it is an argument of its own.

use super::pattern::{Kinds, Param, Role, Shape, TexShape, TexShapes};
use super::table::{
    INT, Lower, OFFSET, OUT_DEPTH, REFERENCE, Row, S, SHADOW, Since, extension, half_role, rows, shapes,
};
use crate::extensions::Extension;
use TexShape::{Cube, D1, D1Array, D2, D2Array, Rect};
use vitrum_ir::{Op, Scalar};

const H: Kinds = Kinds::of(&[Scalar::F16]);
const HALVES: Since = extension(&[Extension::AmdGpuShaderHalfFloatFetch]);
const SPARSE: Since = extension(&[Extension::ArbSparseTexture2]);
const CLAMP: Since = extension(&[Extension::ArbSparseTextureClamp]);
const BIASED: TexShapes = shapes(&[D1, D2, Cube, D1Array]);
const LAYERS: TexShapes = shapes(&[D2Array]);
const RECT: TexShapes = shapes(&[Rect]);
const PROJECTED: TexShapes = shapes(&[D1, D2]);
const LEVELS: TexShapes = shapes(&[D1, D2, D1Array]);
const ALL: TexShapes = shapes(&[D1, D2, Cube, Rect, D1Array, D2Array]);
const FLAT: TexShapes = shapes(&[D1, D2, Rect, D1Array, D2Array]);
const PROJECTED_RECT: TexShapes = shapes(&[D1, D2, Rect]);
const BIASED_SPARSE: TexShapes = shapes(&[D2, Cube]);
const ONE: TexShapes = shapes(&[D2]);
const SPARSE_SHAPES: TexShapes = shapes(&[D2, Cube, D2Array]);
const SPARSE_FLAT: TexShapes = shapes(&[D2, D2Array]);
const MIPPED: TexShapes = shapes(&[D1, D2, Cube, D1Array, D2Array]);
const MIPPED_FLAT: TexShapes = shapes(&[D1, D2, D1Array, D2Array]);
const COORD: Param = half_role(Shape::Compared, Role::Coord);
const PROJ: Param = half_role(Shape::ComparedProj, Role::Coord);
const BIAS: Param = half_role(Shape::Size(1), Role::Bias).as_optional();
const LOD: Param = half_role(Shape::Size(1), Role::Lod);
const GRAD_X: Param = half_role(Shape::Dims, Role::GradX);
const GRAD_Y: Param = half_role(Shape::Dims, Role::GradY);
const MIN_LOD: Param = half_role(Shape::Size(1), Role::MinLod);
const PLAIN: Lower = Lower::Image(Op::ImageSample);
const TAKE: Lower = Lower::Sparse(Op::ImageSample);

pub(super) const ROWS: &[Row] = rows! {
    "texture" H, BIASED; S, [SHADOW, COORD, REFERENCE, BIAS] HALVES => PLAIN;
    "texture" H, LAYERS; S, [SHADOW, COORD, REFERENCE] HALVES => PLAIN;
    "texture" H, RECT; S, [SHADOW, COORD, REFERENCE] HALVES => PLAIN;
    "textureProj" H, PROJECTED; S, [SHADOW, PROJ, REFERENCE, BIAS] HALVES => PLAIN;
    "textureProj" H, RECT; S, [SHADOW, PROJ, REFERENCE] HALVES => PLAIN;
    "textureLod" H, LEVELS; S, [SHADOW, COORD, REFERENCE, LOD] HALVES => PLAIN;
    "textureOffset" H, LEVELS; S, [SHADOW, COORD, REFERENCE, OFFSET, BIAS] HALVES => PLAIN;
    "textureOffset" H, LAYERS; S, [SHADOW, COORD, REFERENCE, OFFSET] HALVES => PLAIN;
    "textureOffset" H, RECT; S, [SHADOW, COORD, REFERENCE, OFFSET] HALVES => PLAIN;
    "textureProjOffset" H, PROJECTED; S, [SHADOW, PROJ, REFERENCE, OFFSET, BIAS] HALVES => PLAIN;
    "textureProjOffset" H, RECT; S, [SHADOW, PROJ, REFERENCE, OFFSET] HALVES => PLAIN;
    "textureLodOffset" H, LEVELS; S, [SHADOW, COORD, REFERENCE, LOD, OFFSET] HALVES => PLAIN;
    "textureProjLod" H, PROJECTED; S, [SHADOW, PROJ, REFERENCE, LOD] HALVES => PLAIN;
    "textureProjLodOffset" H, PROJECTED; S, [SHADOW, PROJ, REFERENCE, LOD, OFFSET] HALVES => PLAIN;
    "textureGrad" H, ALL; S, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y] HALVES => PLAIN;
    "textureGradOffset" H, FLAT; S, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OFFSET] HALVES => PLAIN;
    "textureProjGrad" H, PROJECTED_RECT; S, [SHADOW, PROJ, REFERENCE, GRAD_X, GRAD_Y] HALVES => PLAIN;
    "textureProjGradOffset" H, PROJECTED_RECT; S, [SHADOW, PROJ, REFERENCE, GRAD_X, GRAD_Y, OFFSET] HALVES => PLAIN;
    "sparseTextureARB" H, BIASED_SPARSE; INT, [SHADOW, COORD, REFERENCE, OUT_DEPTH, BIAS] SPARSE => TAKE;
    "sparseTextureARB" H, LAYERS; INT, [SHADOW, COORD, REFERENCE, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureARB" H, RECT; INT, [SHADOW, COORD, REFERENCE, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureLodARB" H, ONE; INT, [SHADOW, COORD, REFERENCE, LOD, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureOffsetARB" H, ONE; INT, [SHADOW, COORD, REFERENCE, OFFSET, OUT_DEPTH, BIAS] SPARSE => TAKE;
    "sparseTextureOffsetARB" H, LAYERS; INT, [SHADOW, COORD, REFERENCE, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureOffsetARB" H, RECT; INT, [SHADOW, COORD, REFERENCE, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureLodOffsetARB" H, ONE; INT, [SHADOW, COORD, REFERENCE, LOD, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradARB" H, SPARSE_SHAPES; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradARB" H, RECT; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" H, SPARSE_FLAT; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" H, RECT; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureClampARB" H, BIASED_SPARSE; INT, [SHADOW, COORD, REFERENCE, MIN_LOD, OUT_DEPTH, BIAS] CLAMP => TAKE;
    "sparseTextureClampARB" H, LAYERS; INT, [SHADOW, COORD, REFERENCE, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureClampARB" H, BIASED; S, [SHADOW, COORD, REFERENCE, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureClampARB" H, LAYERS; S, [SHADOW, COORD, REFERENCE, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureOffsetClampARB" H, ONE; INT, [SHADOW, COORD, REFERENCE, OFFSET, MIN_LOD, OUT_DEPTH, BIAS] CLAMP => TAKE;
    "sparseTextureOffsetClampARB" H, LAYERS; INT, [SHADOW, COORD, REFERENCE, OFFSET, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureOffsetClampARB" H, LEVELS; S, [SHADOW, COORD, REFERENCE, OFFSET, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureOffsetClampARB" H, LAYERS; S, [SHADOW, COORD, REFERENCE, OFFSET, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureGradClampARB" H, SPARSE_SHAPES; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureGradClampARB" H, MIPPED; S, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureGradOffsetClampARB" H, SPARSE_FLAT; INT, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OFFSET, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureGradOffsetClampARB" H, MIPPED_FLAT; S, [SHADOW, COORD, REFERENCE, GRAD_X, GRAD_Y, OFFSET, MIN_LOD] CLAMP => PLAIN;
};
