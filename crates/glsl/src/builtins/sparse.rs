//! Functions of `GL_ARB_sparse_texture2` and `GL_ARB_sparse_texture_clamp`.
//!
//! A sparse function returns a residency code and writes the texel to an argument. A clamped one has a minimum level
//! of detail.

use super::pattern::{Kinds, TexShape, TexShapes};
use super::table::{
    BIAS, BOOL, COMPONENT, COORD, GATHER_OFFSET, GRAD_X, GRAD_Y, IMAGE, IMAGE_TEXEL, INT, INT_LOD, LOD,
    Lower, MIN_LOD, OFFSET, OFFSETS, OUT_DEPTH, OUT_TEXEL, REFERENCE, Row, S, SAMPLE, SAMPLER, SHADOW,
    SHADOW_COORD, Since, T4, TEXEL, extension, rows, shapes,
};
use crate::extensions::Extension;
use TexShape::{Cube, CubeArray, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, Rect};
use vitrum_ir::{Intrinsic, Op};

const G: Kinds = Kinds::G;
const F: Kinds = Kinds::F;
const SPARSE: Since = extension(&[Extension::ArbSparseTexture2]);
const CLAMP: Since = extension(&[Extension::ArbSparseTextureClamp]);
const MIPPED: TexShapes = shapes(&[D2, D3, Cube, D2Array, CubeArray]);
const ALL_MIPPED: TexShapes = shapes(&[D1, D2, D3, Cube, D1Array, D2Array, CubeArray]);
const SHADOWS: TexShapes = shapes(&[D2, Cube, D2Array]);
const ALL_SHADOWS: TexShapes = shapes(&[D1, D2, Cube, D1Array, D2Array]);
const BIASED_SHADOWS: TexShapes = shapes(&[D2, Cube]);
const ALL_BIASED_SHADOWS: TexShapes = shapes(&[D1, D2, Cube, D1Array]);
const ALL_BIASED_FLAT_SHADOWS: TexShapes = shapes(&[D1, D2, D1Array]);
/// Their coordinate and reference leave no component for a bias.
const LAYERS: TexShapes = shapes(&[D2Array]);
const FLAT: TexShapes = shapes(&[D2, D3, D2Array]);
const ALL_FLAT: TexShapes = shapes(&[D1, D2, D3, D1Array, D2Array]);
const FLAT_SHADOWS: TexShapes = shapes(&[D2, D2Array]);
const ALL_FLAT_SHADOWS: TexShapes = shapes(&[D1, D2, D1Array, D2Array]);
const CUBES: TexShapes = shapes(&[CubeArray]);
const ONE: TexShapes = shapes(&[D2]);
const RECT: TexShapes = shapes(&[Rect]);
const MULTI: TexShapes = shapes(&[D2Ms, D2MsArray]);
const GATHERED: TexShapes = shapes(&[D2, D2Array, Cube, CubeArray, Rect]);
const GATHERED_FLAT: TexShapes = shapes(&[D2, D2Array, Rect]);
const IMAGES: TexShapes = shapes(&[D2, D3, Rect, Cube, D2Array, CubeArray]);
const TAKE: Lower = Lower::Sparse(Op::ImageSample);
const FETCH: Lower = Lower::Sparse(Op::ImageFetch);
const GATHER: Lower = Lower::Sparse(Op::ImageGather);
const READ: Lower = Lower::Sparse(Op::ImageRead);
const PLAIN: Lower = Lower::Image(Op::ImageSample);

pub(super) const ROWS: &[Row] = rows! {
    "sparseTextureARB" G, MIPPED; INT, [SAMPLER, COORD, OUT_TEXEL, BIAS] SPARSE => TAKE;
    "sparseTextureARB" G, RECT; INT, [SAMPLER, COORD, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureARB" F, BIASED_SHADOWS; INT, [SHADOW, SHADOW_COORD, OUT_DEPTH, BIAS] SPARSE => TAKE;
    "sparseTextureARB" F, LAYERS; INT, [SHADOW, SHADOW_COORD, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureARB" F, RECT; INT, [SHADOW, SHADOW_COORD, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureARB" F, CUBES; INT, [SHADOW, COORD, REFERENCE, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureLodARB" G, MIPPED; INT, [SAMPLER, COORD, LOD, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureLodARB" F, ONE; INT, [SHADOW, SHADOW_COORD, LOD, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureOffsetARB" G, FLAT; INT, [SAMPLER, COORD, OFFSET, OUT_TEXEL, BIAS] SPARSE => TAKE;
    "sparseTextureOffsetARB" G, RECT; INT, [SAMPLER, COORD, OFFSET, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureOffsetARB" F, ONE; INT, [SHADOW, SHADOW_COORD, OFFSET, OUT_DEPTH, BIAS] SPARSE => TAKE;
    "sparseTextureOffsetARB" F, LAYERS; INT, [SHADOW, SHADOW_COORD, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureOffsetARB" F, RECT; INT, [SHADOW, SHADOW_COORD, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTexelFetchARB" G, FLAT; INT, [SAMPLER, TEXEL, INT_LOD, OUT_TEXEL] SPARSE => FETCH;
    "sparseTexelFetchARB" G, RECT; INT, [SAMPLER, TEXEL, OUT_TEXEL] SPARSE => FETCH;
    "sparseTexelFetchARB" G, MULTI; INT, [SAMPLER, TEXEL, SAMPLE, OUT_TEXEL] SPARSE => FETCH;
    "sparseTexelFetchOffsetARB" G, FLAT; INT, [SAMPLER, TEXEL, INT_LOD, OFFSET, OUT_TEXEL] SPARSE => FETCH;
    "sparseTexelFetchOffsetARB" G, RECT; INT, [SAMPLER, TEXEL, OFFSET, OUT_TEXEL] SPARSE => FETCH;
    "sparseTextureLodOffsetARB" G, FLAT; INT, [SAMPLER, COORD, LOD, OFFSET, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureLodOffsetARB" F, ONE; INT, [SHADOW, SHADOW_COORD, LOD, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradARB" G, MIPPED; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureGradARB" G, RECT; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureGradARB" F, SHADOWS; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradARB" F, RECT; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" G, FLAT; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" G, RECT; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET, OUT_TEXEL] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" F, FLAT_SHADOWS; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGradOffsetARB" F, RECT; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET, OUT_DEPTH] SPARSE => TAKE;
    "sparseTextureGatherARB" G, GATHERED; INT, [SAMPLER, COORD, OUT_TEXEL, COMPONENT] SPARSE => GATHER;
    "sparseTextureGatherARB" F, GATHERED; INT, [SHADOW, COORD, REFERENCE, OUT_TEXEL] SPARSE => GATHER;
    "sparseTextureGatherOffsetARB" G, GATHERED_FLAT; INT, [SAMPLER, COORD, GATHER_OFFSET, OUT_TEXEL, COMPONENT] SPARSE => GATHER;
    "sparseTextureGatherOffsetARB" F, GATHERED_FLAT; INT, [SHADOW, COORD, REFERENCE, GATHER_OFFSET, OUT_TEXEL] SPARSE => GATHER;
    "sparseTextureGatherOffsetsARB" G, GATHERED_FLAT; INT, [SAMPLER, COORD, OFFSETS, OUT_TEXEL, COMPONENT] SPARSE => GATHER;
    "sparseTextureGatherOffsetsARB" F, GATHERED_FLAT; INT, [SHADOW, COORD, REFERENCE, OFFSETS, OUT_TEXEL] SPARSE => GATHER;
    "sparseImageLoadARB" Kinds::GIMAGE, IMAGES; INT, [IMAGE, IMAGE_TEXEL, OUT_TEXEL] SPARSE => READ;
    "sparseImageLoadARB" Kinds::GIMAGE, MULTI; INT, [IMAGE, IMAGE_TEXEL, SAMPLE, OUT_TEXEL] SPARSE => READ;
    "sparseTexelsResidentARB" Kinds::F32, TexShapes::NONE; BOOL, [INT] SPARSE => Lower::Intrinsic(Intrinsic::SparseTexelsResident);

    "sparseTextureClampARB" G, MIPPED; INT, [SAMPLER, COORD, MIN_LOD, OUT_TEXEL, BIAS] CLAMP => TAKE;
    "sparseTextureClampARB" F, BIASED_SHADOWS; INT, [SHADOW, SHADOW_COORD, MIN_LOD, OUT_DEPTH, BIAS] CLAMP => TAKE;
    "sparseTextureClampARB" F, LAYERS; INT, [SHADOW, SHADOW_COORD, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "sparseTextureClampARB" F, CUBES; INT, [SHADOW, COORD, REFERENCE, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureClampARB" G, ALL_MIPPED; T4, [SAMPLER, COORD, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureClampARB" F, ALL_BIASED_SHADOWS; S, [SHADOW, SHADOW_COORD, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureClampARB" F, LAYERS; S, [SHADOW, SHADOW_COORD, MIN_LOD] CLAMP => PLAIN;
    "textureClampARB" F, CUBES; S, [SHADOW, COORD, REFERENCE, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureOffsetClampARB" G, FLAT; INT, [SAMPLER, COORD, OFFSET, MIN_LOD, OUT_TEXEL, BIAS] CLAMP => TAKE;
    "sparseTextureOffsetClampARB" F, ONE; INT, [SHADOW, SHADOW_COORD, OFFSET, MIN_LOD, OUT_DEPTH, BIAS] CLAMP => TAKE;
    "sparseTextureOffsetClampARB" F, LAYERS; INT, [SHADOW, SHADOW_COORD, OFFSET, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureOffsetClampARB" G, ALL_FLAT; T4, [SAMPLER, COORD, OFFSET, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureOffsetClampARB" F, ALL_BIASED_FLAT_SHADOWS; S, [SHADOW, SHADOW_COORD, OFFSET, MIN_LOD, BIAS] CLAMP => PLAIN;
    "textureOffsetClampARB" F, LAYERS; S, [SHADOW, SHADOW_COORD, OFFSET, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureGradClampARB" G, MIPPED; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, MIN_LOD, OUT_TEXEL] CLAMP => TAKE;
    "sparseTextureGradClampARB" F, SHADOWS; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureGradClampARB" G, ALL_MIPPED; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, MIN_LOD] CLAMP => PLAIN;
    "textureGradClampARB" F, ALL_SHADOWS; S, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, MIN_LOD] CLAMP => PLAIN;
    "sparseTextureGradOffsetClampARB" G, FLAT; INT, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET, MIN_LOD, OUT_TEXEL] CLAMP => TAKE;
    "sparseTextureGradOffsetClampARB" F, FLAT_SHADOWS; INT, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET, MIN_LOD, OUT_DEPTH] CLAMP => TAKE;
    "textureGradOffsetClampARB" G, ALL_FLAT; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET, MIN_LOD] CLAMP => PLAIN;
    "textureGradOffsetClampARB" F, ALL_FLAT_SHADOWS; S, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET, MIN_LOD] CLAMP => PLAIN;
};
