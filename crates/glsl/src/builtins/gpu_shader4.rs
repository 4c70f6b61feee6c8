//! Functions of extensions for old versions, with the texture shape in their names: `GL_EXT_gpu_shader4`,
//! `GL_EXT_texture_array` and `GL_ARB_shader_texture_lod`.

use super::pattern::{Kinds, Param, TexShape, TexShapes};
use super::table::{
    BIAS, COORD, GRAD_X, GRAD_Y, INT_LOD, LOD, Lower, OFFSET, PROJ, PROJ4, Row, SAMPLER, SHADOW,
    SHADOW_COORD, SHADOW_PROJ, SIZE, Since, T4, TEXEL, VEC4, extension, rows, shapes,
};
use crate::extensions::Extension;
use vitrum_ir::Op;

const SAMPLE_OP: Lower = Lower::Image(Op::ImageSample);
const FETCH_OP: Lower = Lower::Image(Op::ImageFetch);
const SPREAD: Lower = Lower::ImageSpread(Op::ImageSample);
const G: Kinds = Kinds::G;
const D1S: TexShapes = shapes(&[TexShape::D1]);
const D2S: TexShapes = shapes(&[TexShape::D2]);
const D3S: TexShapes = shapes(&[TexShape::D3]);
const CUBE: TexShapes = shapes(&[TexShape::Cube]);
const D1A: TexShapes = shapes(&[TexShape::D1Array]);
const D2A: TexShapes = shapes(&[TexShape::D2Array]);
const RECT: TexShapes = shapes(&[TexShape::Rect]);
const BUFFER: TexShapes = shapes(&[TexShape::Buffer]);
/// The level of a rectangle texture, which has only one: the extension has this parameter, drivers also accept the
/// function without it.
const RECT_LOD: Param = INT_LOD.as_optional();
const S4: Since = extension(&[Extension::ExtGpuShader4]);
const LAYERS: Since = extension(&[Extension::ExtGpuShader4, Extension::ExtTextureArray]);
const TEXTURE_LOD: Since = extension(&[Extension::ArbShaderTextureLod]);

pub(super) const ROWS: &[Row] = rows! {
    // Texels and sizes.
    "texelFetch1D" G, D1S; T4, [SAMPLER, TEXEL, INT_LOD] S4 => FETCH_OP;
    "texelFetch1DOffset" G, D1S; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S4 => FETCH_OP;
    "texelFetch2D" G, D2S; T4, [SAMPLER, TEXEL, INT_LOD] S4 => FETCH_OP;
    "texelFetch2DOffset" G, D2S; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S4 => FETCH_OP;
    "texelFetch3D" G, D3S; T4, [SAMPLER, TEXEL, INT_LOD] S4 => FETCH_OP;
    "texelFetch3DOffset" G, D3S; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S4 => FETCH_OP;
    "texelFetch2DRect" G, RECT; T4, [SAMPLER, TEXEL] S4 => FETCH_OP;
    "texelFetch2DRectOffset" G, RECT; T4, [SAMPLER, TEXEL, OFFSET] S4 => FETCH_OP;
    "texelFetch1DArray" G, D1A; T4, [SAMPLER, TEXEL, INT_LOD] S4 => FETCH_OP;
    "texelFetch1DArrayOffset" G, D1A; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S4 => FETCH_OP;
    "texelFetch2DArray" G, D2A; T4, [SAMPLER, TEXEL, INT_LOD] S4 => FETCH_OP;
    "texelFetch2DArrayOffset" G, D2A; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S4 => FETCH_OP;
    "texelFetchBuffer" G, BUFFER; T4, [SAMPLER, TEXEL] S4 => FETCH_OP;
    "textureSizeBuffer" G, BUFFER; SIZE, [SAMPLER] S4 => Lower::ImageSize;
    "textureSize1D" G, D1S; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSize2D" G, D2S; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSize3D" G, D3S; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSizeCube" G, CUBE; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSize1DArray" G, D1A; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSize2DArray" G, D2A; SIZE, [SAMPLER, INT_LOD] S4 => Lower::ImageSize;
    "textureSize2DRect" G, RECT; SIZE, [SAMPLER, RECT_LOD] S4 => Lower::ImageSize;

    // Array textures, which `GL_EXT_texture_array` has too.
    "texture1DArray" G, D1A; T4, [SAMPLER, COORD, BIAS] LAYERS => SAMPLE_OP;
    "texture1DArrayLod" G, D1A; T4, [SAMPLER, COORD, LOD] LAYERS => SAMPLE_OP;
    "texture2DArray" G, D2A; T4, [SAMPLER, COORD, BIAS] LAYERS => SAMPLE_OP;
    "texture2DArrayLod" G, D2A; T4, [SAMPLER, COORD, LOD] LAYERS => SAMPLE_OP;
    "shadow1DArray" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, BIAS] LAYERS => SPREAD;
    "shadow1DArrayLod" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, LOD] LAYERS => SPREAD;
    "shadow2DArray" Kinds::F32, D2A; VEC4, [SHADOW, SHADOW_COORD] LAYERS => SPREAD;
    "shadowCube" Kinds::F32, CUBE; VEC4, [SHADOW, SHADOW_COORD] S4 => SPREAD;

    // Gradients, also with offsets.
    "texture1DGrad" G, D1S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture1DProjGrad" G, D1S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture1DProjGrad" G, D1S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DGrad" G, D2S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DProjGrad" G, D2S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DProjGrad" G, D2S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture3DGrad" G, D3S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture3DProjGrad" G, D3S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DRectGrad" G, RECT; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DRectProjGrad" G, RECT; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DRectProjGrad" G, RECT; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture1DArrayGrad" G, D1A; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "texture2DArrayGrad" G, D2A; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "textureCubeGrad" G, CUBE; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S4 => SAMPLE_OP;
    "shadow1DGrad" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow1DProjGrad" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow2DGrad" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow2DProjGrad" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow2DRectGrad" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow2DRectProjGrad" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow1DArrayGrad" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadow2DArrayGrad" Kinds::F32, D2A; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "shadowCubeGrad" Kinds::F32, CUBE; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S4 => SPREAD;
    "texture1DGradOffset" G, D1S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture1DProjGradOffset" G, D1S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture1DProjGradOffset" G, D1S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DGradOffset" G, D2S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DProjGradOffset" G, D2S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DProjGradOffset" G, D2S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture3DGradOffset" G, D3S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture3DProjGradOffset" G, D3S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectGradOffset" G, RECT; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectProjGradOffset" G, RECT; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectProjGradOffset" G, RECT; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture1DArrayGradOffset" G, D1A; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "texture2DArrayGradOffset" G, D2A; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SAMPLE_OP;
    "shadow1DGradOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow1DProjGradOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow2DGradOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow2DProjGradOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow2DRectGradOffset" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow2DRectProjGradOffset" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow1DArrayGradOffset" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;
    "shadow2DArrayGradOffset" Kinds::F32, D2A; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S4 => SPREAD;

    // Offsets.
    "texture1DOffset" G, D1S; T4, [SAMPLER, COORD, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture1DLodOffset" G, D1S; T4, [SAMPLER, COORD, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture1DProjOffset" G, D1S; T4, [SAMPLER, PROJ, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture1DProjLodOffset" G, D1S; T4, [SAMPLER, PROJ, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture1DProjOffset" G, D1S; T4, [SAMPLER, PROJ4, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture1DProjLodOffset" G, D1S; T4, [SAMPLER, PROJ4, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture2DOffset" G, D2S; T4, [SAMPLER, COORD, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture2DLodOffset" G, D2S; T4, [SAMPLER, COORD, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture2DProjOffset" G, D2S; T4, [SAMPLER, PROJ, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture2DProjLodOffset" G, D2S; T4, [SAMPLER, PROJ, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture2DProjOffset" G, D2S; T4, [SAMPLER, PROJ4, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture2DProjLodOffset" G, D2S; T4, [SAMPLER, PROJ4, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture3DOffset" G, D3S; T4, [SAMPLER, COORD, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture3DLodOffset" G, D3S; T4, [SAMPLER, COORD, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture3DProjOffset" G, D3S; T4, [SAMPLER, PROJ, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture3DProjLodOffset" G, D3S; T4, [SAMPLER, PROJ, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectOffset" G, RECT; T4, [SAMPLER, COORD, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectProjOffset" G, RECT; T4, [SAMPLER, PROJ, OFFSET] S4 => SAMPLE_OP;
    "texture2DRectProjOffset" G, RECT; T4, [SAMPLER, PROJ4, OFFSET] S4 => SAMPLE_OP;
    "texture1DArrayOffset" G, D1A; T4, [SAMPLER, COORD, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture1DArrayLodOffset" G, D1A; T4, [SAMPLER, COORD, LOD, OFFSET] S4 => SAMPLE_OP;
    "texture2DArrayOffset" G, D2A; T4, [SAMPLER, COORD, OFFSET, BIAS] S4 => SAMPLE_OP;
    "texture2DArrayLodOffset" G, D2A; T4, [SAMPLER, COORD, LOD, OFFSET] S4 => SAMPLE_OP;
    "shadow1DOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_COORD, OFFSET, BIAS] S4 => SPREAD;
    "shadow1DLodOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_COORD, LOD, OFFSET] S4 => SPREAD;
    "shadow1DProjOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_PROJ, OFFSET, BIAS] S4 => SPREAD;
    "shadow1DProjLodOffset" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_PROJ, LOD, OFFSET] S4 => SPREAD;
    "shadow2DOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_COORD, OFFSET, BIAS] S4 => SPREAD;
    "shadow2DLodOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_COORD, LOD, OFFSET] S4 => SPREAD;
    "shadow2DProjOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_PROJ, OFFSET, BIAS] S4 => SPREAD;
    "shadow2DProjLodOffset" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_PROJ, LOD, OFFSET] S4 => SPREAD;
    "shadow2DRectOffset" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_COORD, OFFSET] S4 => SPREAD;
    "shadow2DRectProjOffset" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_PROJ, OFFSET] S4 => SPREAD;
    "shadow1DArrayOffset" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, OFFSET, BIAS] S4 => SPREAD;
    "shadow1DArrayLodOffset" Kinds::F32, D1A; VEC4, [SHADOW, SHADOW_COORD, LOD, OFFSET] S4 => SPREAD;
    "shadow2DArrayOffset" Kinds::F32, D2A; VEC4, [SHADOW, SHADOW_COORD, OFFSET] S4 => SPREAD;

    // `GL_ARB_shader_texture_lod`.
    "texture1DGradARB" G, D1S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture1DProjGradARB" G, D1S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture1DProjGradARB" G, D1S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DGradARB" G, D2S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DProjGradARB" G, D2S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DProjGradARB" G, D2S; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture3DGradARB" G, D3S; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture3DProjGradARB" G, D3S; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DRectGradARB" G, RECT; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DRectProjGradARB" G, RECT; T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "texture2DRectProjGradARB" G, RECT; T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
    "shadow1DGradARB" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "shadow1DProjGradARB" Kinds::F32, D1S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "shadow2DGradARB" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "shadow2DProjGradARB" Kinds::F32, D2S; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "shadow2DRectGradARB" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "shadow2DRectProjGradARB" Kinds::F32, RECT; VEC4, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] TEXTURE_LOD => SPREAD;
    "textureCubeGradARB" G, CUBE; T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] TEXTURE_LOD => SAMPLE_OP;
};
