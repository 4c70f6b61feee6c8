//! Texture functions of all versions (GLSL 4.60 section 8.9).

use super::pattern::{Kinds, TexShape, TexShapes};
use super::table::{
    BIAS, BOOL, CHOSEN, COMPONENT, COORD, DIMS, FLOAT, GATHER_OFFSET, GRAD_X, GRAD_Y, INT, INT_LOD, LOD,
    Lower, OFFSET, OFFSETS, PROJ, PROJ4, REFERENCE, Row, S, S130, SAMPLE, SAMPLER, SHADOW, SHADOW_COORD,
    SHADOW_PROJ, SIZE, Since, T4, TEXEL, VEC2, VEC4, extension, high, rows, shapes, since,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use TexShape::{Buffer, Cube, CubeArray, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, External, Rect};
use vitrum_ir::{Intrinsic, Op};

const SAMPLE_OP: Lower = Lower::Image(Op::ImageSample);
const GATHER_OP: Lower = Lower::Image(Op::ImageGather);
const FETCH_OP: Lower = Lower::Image(Op::ImageFetch);
const G: Kinds = Kinds::G;
const F: Kinds = Kinds::F;
const MIPPED: TexShapes = shapes(&[D1, D2, D3, Cube, D1Array, D2Array, CubeArray]);
const SHADOWS: TexShapes = shapes(&[D1, D2, Cube, D1Array]);
const ARRAY_SHADOW: TexShapes = shapes(&[D2Array]);
const PROJECTED: TexShapes = shapes(&[D1, D2, D3]);
const FLAT: TexShapes = shapes(&[D1, D2, D3, D1Array, D2Array]);
const GATHERED_LAYERS: TexShapes = shapes(&[D2, D2Array, Cube, CubeArray]);
const GATHERED: TexShapes = shapes(&[D2, D2Array, Cube, CubeArray, Rect]);
const GATHERED_FLAT: TexShapes = shapes(&[D2, D2Array, Rect]);
/// Shapes whose lookups have a bias.
const BIASED: TexShapes = shapes(&[D1, D2, D3, Cube, D1Array, D2Array, CubeArray, External]);
const ONLY_RECT: TexShapes = shapes(&[Rect]);
const S400: Since = since(400, 310).or(&[Extension::ArbTextureGather, Extension::ArbGpuShader5]);
/// Component arguments, references and rectangle textures, which `GL_ARB_texture_gather` lacks.
const GPU_SHADER5: Since = since(400, 310).or(&[Extension::ArbGpuShader5]);
const OFFSETS_SINCE: Since =
    since(400, 320).or(&[Extension::ArbGpuShader5, Extension::ExtGpuShader5, Extension::OesGpuShader5]);
const FRAGMENT_LOD: Since = since(400, NEVER)
    .or(&[Extension::ArbTextureQueryLod, Extension::ExtTextureQueryLod])
    .only(Stages::FRAGMENT)
    .elsewhere(Extension::KhrComputeShaderDerivatives);
const CUBE_ARRAYS: Since = since(400, 320).or(&[
    Extension::ArbTextureCubeMapArray,
    Extension::ExtTextureCubeMapArray,
    Extension::OesTextureCubeMapArray,
]);
const SHADOW_LOD: Since = since(NEVER, NEVER).or(&[Extension::ExtTextureShadowLod]);
/// Functions with the texture shape in their names: old versions, and ES 100.
const OLD: Since = since(110, 100).legacy();
const OLD_LOD: Since =
    since(110, 100).legacy().or(&[Extension::ArbShaderTextureLod, Extension::ExtShaderTextureLod]);
const OLD_DESKTOP: Since = since(110, NEVER).legacy();
const OLD_GRAD: Since = since(NEVER, NEVER).or(&[
    Extension::ArbShaderTextureLod,
    Extension::ExtShaderTextureLod,
    Extension::ExtGpuShader4,
]);
/// Every shader requires `GL_ARB_texture_rectangle` (its issue 15).
const OLD_RECT: Since =
    since(110, NEVER).legacy().or(&[Extension::ArbTextureRectangle, Extension::ExtGpuShader4]);
const SPREAD: Lower = Lower::ImageSpread(Op::ImageSample);

pub(super) const ROWS: &[Row] = rows! {
    "texture" G, BIASED; T4, [SAMPLER, COORD, BIAS] S130 => SAMPLE_OP;
    "texture" G, ONLY_RECT; T4, [SAMPLER, COORD] S130 => SAMPLE_OP;
    "texture" F, SHADOWS; S, [SHADOW, SHADOW_COORD, BIAS] S130 => SAMPLE_OP;
    "texture" F, ARRAY_SHADOW; S, [SHADOW, SHADOW_COORD] S130 => SAMPLE_OP;
    "texture" F, ARRAY_SHADOW; S, [SHADOW, SHADOW_COORD, BIAS] SHADOW_LOD => SAMPLE_OP;
    "texture" F, ONLY_RECT; S, [SHADOW, SHADOW_COORD] S130 => SAMPLE_OP;
    "texture" F, shapes(&[CubeArray]); S, [SHADOW, COORD, REFERENCE] CUBE_ARRAYS => SAMPLE_OP;
    "texture" F, shapes(&[CubeArray]); S, [SHADOW, COORD, REFERENCE, BIAS] SHADOW_LOD => SAMPLE_OP;
    "textureProj" G, shapes(&[D1, D2, D3, External]); T4, [SAMPLER, PROJ, BIAS] S130 => SAMPLE_OP;
    "textureProj" G, shapes(&[D1, D2, External]); T4, [SAMPLER, PROJ4, BIAS] S130 => SAMPLE_OP;
    "textureProj" G, ONLY_RECT; T4, [SAMPLER, PROJ] S130 => SAMPLE_OP;
    "textureProj" G, ONLY_RECT; T4, [SAMPLER, PROJ4] S130 => SAMPLE_OP;
    "textureProj" F, shapes(&[D1, D2]); S, [SHADOW, SHADOW_PROJ, BIAS] S130 => SAMPLE_OP;
    "textureProj" F, ONLY_RECT; S, [SHADOW, SHADOW_PROJ] S130 => SAMPLE_OP;
    "textureLod" G, MIPPED; T4, [SAMPLER, COORD, LOD] S130 => SAMPLE_OP;
    "textureLod" F, shapes(&[D1, D2, D1Array]); S, [SHADOW, SHADOW_COORD, LOD] S130 => SAMPLE_OP;
    "textureLod" F, shapes(&[D2Array, Cube]); S, [SHADOW, SHADOW_COORD, LOD] SHADOW_LOD => SAMPLE_OP;
    "textureLod" F, shapes(&[CubeArray]); S, [SHADOW, COORD, REFERENCE, LOD] SHADOW_LOD => SAMPLE_OP;
    "textureOffset" G, FLAT; T4, [SAMPLER, COORD, OFFSET, BIAS] S130 => SAMPLE_OP;
    "textureOffset" G, ONLY_RECT; T4, [SAMPLER, COORD, OFFSET] S130 => SAMPLE_OP;
    "textureOffset" F, shapes(&[D1, D2, D1Array]); S, [SHADOW, SHADOW_COORD, OFFSET, BIAS] S130 => SAMPLE_OP;
    "textureOffset" F, ARRAY_SHADOW; S, [SHADOW, SHADOW_COORD, OFFSET] since(130, NEVER) => SAMPLE_OP;
    "textureOffset" F, ARRAY_SHADOW; S, [SHADOW, SHADOW_COORD, OFFSET, BIAS] SHADOW_LOD => SAMPLE_OP;
    "textureOffset" F, ONLY_RECT; S, [SHADOW, SHADOW_COORD, OFFSET] S130 => SAMPLE_OP;
    "texelFetch" G, shapes(&[D1, D2, D3, D1Array, D2Array, External]); T4, [SAMPLER, TEXEL, INT_LOD] S130 => FETCH_OP;
    "texelFetch" G, shapes(&[Rect, Buffer]); T4, [SAMPLER, TEXEL] since(140, 320).or(&[Extension::ExtTextureBuffer, Extension::OesTextureBuffer]) => FETCH_OP;
    "texelFetch" G, shapes(&[D2Ms, D2MsArray]); T4, [SAMPLER, TEXEL, SAMPLE] since(150, 310).or(&[Extension::ArbTextureMultisample, Extension::AngleTextureMultisample]) => FETCH_OP;
    "texelFetchOffset" G, FLAT; T4, [SAMPLER, TEXEL, INT_LOD, OFFSET] S130 => FETCH_OP;
    "texelFetchOffset" G, ONLY_RECT; T4, [SAMPLER, TEXEL, OFFSET] since(140, NEVER) => FETCH_OP;
    "textureProjOffset" G, PROJECTED; T4, [SAMPLER, PROJ, OFFSET, BIAS] S130 => SAMPLE_OP;
    "textureProjOffset" G, shapes(&[D1, D2]); T4, [SAMPLER, PROJ4, OFFSET, BIAS] S130 => SAMPLE_OP;
    "textureProjOffset" G, ONLY_RECT; T4, [SAMPLER, PROJ, OFFSET] S130 => SAMPLE_OP;
    "textureProjOffset" G, ONLY_RECT; T4, [SAMPLER, PROJ4, OFFSET] S130 => SAMPLE_OP;
    "textureProjOffset" F, shapes(&[D1, D2]); S, [SHADOW, SHADOW_PROJ, OFFSET, BIAS] S130 => SAMPLE_OP;
    "textureProjOffset" F, ONLY_RECT; S, [SHADOW, SHADOW_PROJ, OFFSET] S130 => SAMPLE_OP;
    "textureLodOffset" G, FLAT; T4, [SAMPLER, COORD, LOD, OFFSET] S130 => SAMPLE_OP;
    "textureLodOffset" F, shapes(&[D1, D2, D1Array]); S, [SHADOW, SHADOW_COORD, LOD, OFFSET] S130 => SAMPLE_OP;
    "textureLodOffset" F, ARRAY_SHADOW; S, [SHADOW, SHADOW_COORD, LOD, OFFSET] SHADOW_LOD => SAMPLE_OP;
    "textureProjLod" G, PROJECTED; T4, [SAMPLER, PROJ, LOD] S130 => SAMPLE_OP;
    "textureProjLod" G, shapes(&[D1, D2]); T4, [SAMPLER, PROJ4, LOD] S130 => SAMPLE_OP;
    "textureProjLod" F, shapes(&[D1, D2]); S, [SHADOW, SHADOW_PROJ, LOD] S130 => SAMPLE_OP;
    "textureProjLodOffset" G, PROJECTED; T4, [SAMPLER, PROJ, LOD, OFFSET] S130 => SAMPLE_OP;
    "textureProjLodOffset" G, shapes(&[D1, D2]); T4, [SAMPLER, PROJ4, LOD, OFFSET] S130 => SAMPLE_OP;
    "textureProjLodOffset" F, shapes(&[D1, D2]); S, [SHADOW, SHADOW_PROJ, LOD, OFFSET] S130 => SAMPLE_OP;
    "textureGrad" G, shapes(&[D1, D2, D3, Cube, Rect, D1Array, D2Array, CubeArray]); T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] S130 => SAMPLE_OP;
    "textureGrad" F, shapes(&[D1, D2, Cube, Rect, D1Array, D2Array]); S, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y] S130 => SAMPLE_OP;
    "textureGradOffset" G, shapes(&[D1, D2, D3, Rect, D1Array, D2Array]); T4, [SAMPLER, COORD, GRAD_X, GRAD_Y, OFFSET] S130 => SAMPLE_OP;
    "textureGradOffset" F, shapes(&[D1, D2, Rect, D1Array, D2Array]); S, [SHADOW, SHADOW_COORD, GRAD_X, GRAD_Y, OFFSET] S130 => SAMPLE_OP;
    "textureProjGrad" G, shapes(&[D1, D2, D3, Rect]); T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] S130 => SAMPLE_OP;
    "textureProjGrad" G, shapes(&[D1, D2, Rect]); T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] S130 => SAMPLE_OP;
    "textureProjGrad" F, shapes(&[D1, D2, Rect]); S, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y] S130 => SAMPLE_OP;
    "textureProjGradOffset" G, shapes(&[D1, D2, D3, Rect]); T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y, OFFSET] S130 => SAMPLE_OP;
    "textureProjGradOffset" G, shapes(&[D1, D2, Rect]); T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y, OFFSET] S130 => SAMPLE_OP;
    "textureProjGradOffset" F, shapes(&[D1, D2, Rect]); S, [SHADOW, SHADOW_PROJ, GRAD_X, GRAD_Y, OFFSET] S130 => SAMPLE_OP;
    "textureGather" G, GATHERED_LAYERS; T4, [SAMPLER, COORD] S400 => GATHER_OP;
    "textureGather" G, shapes(&[Rect]); T4, [SAMPLER, COORD] GPU_SHADER5 => GATHER_OP;
    "textureGather" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN] GPU_SHADER5 => GATHER_OP;
    "textureGather" F, GATHERED; T4, [SHADOW, COORD, REFERENCE] GPU_SHADER5 => GATHER_OP;
    "textureGatherOffset" G, shapes(&[D2, D2Array]); T4, [SAMPLER, COORD, GATHER_OFFSET] S400 => GATHER_OP;
    "textureGatherOffset" G, shapes(&[Rect]); T4, [SAMPLER, COORD, GATHER_OFFSET] GPU_SHADER5 => GATHER_OP;
    "textureGatherOffset" G, GATHERED_FLAT; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN] GPU_SHADER5 => GATHER_OP;
    "textureGatherOffset" F, GATHERED_FLAT; T4, [SHADOW, COORD, REFERENCE, GATHER_OFFSET] GPU_SHADER5 => GATHER_OP;
    "textureGatherOffsets" G, GATHERED_FLAT; T4, [SAMPLER, COORD, OFFSETS, COMPONENT] OFFSETS_SINCE => GATHER_OP;
    "textureGatherOffsets" F, GATHERED_FLAT; T4, [SHADOW, COORD, REFERENCE, OFFSETS] OFFSETS_SINCE => GATHER_OP;

    "textureSize" G, BIASED; SIZE, [SAMPLER, INT_LOD] S130 => Lower::ImageSize;
    "textureSize" F, MIPPED; SIZE, [SHADOW, INT_LOD] S130 => Lower::ImageSize;
    "textureSize" G, shapes(&[Rect, Buffer, D2Ms, D2MsArray]); SIZE, [SAMPLER] S130 => Lower::ImageSize;
    "textureSize" F, ONLY_RECT; SIZE, [SHADOW] S130 => Lower::ImageSize;
    "textureQueryLod" G, MIPPED; VEC2, [SAMPLER, DIMS] FRAGMENT_LOD => Lower::QueryLod;
    "textureQueryLod" F, MIPPED; VEC2, [SHADOW, DIMS] FRAGMENT_LOD => Lower::QueryLod;
    "textureQueryLOD" F, MIPPED; VEC2, [SHADOW, DIMS] since(NEVER, NEVER).or(&[Extension::ArbTextureQueryLod, Extension::ExtTextureQueryLod]).only(Stages::FRAGMENT).elsewhere(Extension::KhrComputeShaderDerivatives) => Lower::QueryLod;
    "textureQueryLOD" G, MIPPED; VEC2, [SAMPLER, DIMS] since(NEVER, NEVER).or(&[Extension::ArbTextureQueryLod, Extension::ExtTextureQueryLod]).only(Stages::FRAGMENT).elsewhere(Extension::KhrComputeShaderDerivatives) => Lower::QueryLod;
    "textureQueryLevels" G, MIPPED; INT, [SAMPLER] since(430, NEVER).or(&[Extension::ArbTextureQueryLevels]) => Lower::ImageQuery(Op::ImageLevels);
    "textureQueryLevels" F, MIPPED; INT, [SHADOW] since(430, NEVER).or(&[Extension::ArbTextureQueryLevels]) => Lower::ImageQuery(Op::ImageLevels);
    "textureSamples" G, shapes(&[D2Ms, D2MsArray]); high(INT), [SAMPLER] since(450, NEVER).or(&[Extension::ArbShaderTextureImageSamples]) => Lower::ImageQuery(Op::ImageSamples);
    "textureSamplesIdenticalEXT" G, shapes(&[D2Ms, D2MsArray]); BOOL, [SAMPLER, TEXEL] extension(&[Extension::ExtShaderSamplesIdentical]) => Lower::FragmentFetch(Intrinsic::SamplesIdentical);

    "texture1D" G, shapes(&[D1]); T4, [SAMPLER, COORD, BIAS] OLD_DESKTOP => SAMPLE_OP;
    "texture1DProj" G, shapes(&[D1]); T4, [SAMPLER, PROJ, BIAS] OLD_DESKTOP => SAMPLE_OP;
    "texture1DProj" G, shapes(&[D1]); T4, [SAMPLER, PROJ4, BIAS] OLD_DESKTOP => SAMPLE_OP;
    "texture1DLod" G, shapes(&[D1]); T4, [SAMPLER, COORD, LOD] OLD_LOD => SAMPLE_OP;
    "texture1DProjLod" G, shapes(&[D1]); T4, [SAMPLER, PROJ, LOD] OLD_LOD => SAMPLE_OP;
    "texture1DProjLod" G, shapes(&[D1]); T4, [SAMPLER, PROJ4, LOD] OLD_LOD => SAMPLE_OP;
    "texture2D" G, shapes(&[D2]); T4, [SAMPLER, COORD, BIAS] OLD => SAMPLE_OP;
    "texture2D" G, shapes(&[External]); T4, [SAMPLER, COORD] since(NEVER, 100).legacy() => SAMPLE_OP;
    "texture2DProj" G, shapes(&[D2]); T4, [SAMPLER, PROJ, BIAS] OLD => SAMPLE_OP;
    "texture2DProj" G, shapes(&[D2]); T4, [SAMPLER, PROJ4, BIAS] OLD => SAMPLE_OP;
    "texture2DProj" G, shapes(&[External]); T4, [SAMPLER, PROJ] since(NEVER, 100).legacy() => SAMPLE_OP;
    "texture2DLod" G, shapes(&[D2]); T4, [SAMPLER, COORD, LOD] OLD_LOD => SAMPLE_OP;
    "texture2DProjLod" G, shapes(&[D2]); T4, [SAMPLER, PROJ, LOD] OLD_LOD => SAMPLE_OP;
    "texture2DProjLod" G, shapes(&[D2]); T4, [SAMPLER, PROJ4, LOD] OLD_LOD => SAMPLE_OP;
    "texture3D" G, shapes(&[D3]); T4, [SAMPLER, COORD, BIAS] OLD_DESKTOP.or(&[Extension::OesTexture3d]) => SAMPLE_OP;
    "texture3DProj" G, shapes(&[D3]); T4, [SAMPLER, PROJ, BIAS] OLD_DESKTOP.or(&[Extension::OesTexture3d]) => SAMPLE_OP;
    "texture3DLod" G, shapes(&[D3]); T4, [SAMPLER, COORD, LOD] OLD_DESKTOP.or(&[Extension::OesTexture3d]) => SAMPLE_OP;
    "texture3DProjLod" G, shapes(&[D3]); T4, [SAMPLER, PROJ, LOD] OLD_DESKTOP.or(&[Extension::OesTexture3d]) => SAMPLE_OP;
    "textureCube" G, shapes(&[Cube]); T4, [SAMPLER, COORD, BIAS] OLD => SAMPLE_OP;
    "textureCubeLod" G, shapes(&[Cube]); T4, [SAMPLER, COORD, LOD] OLD_LOD => SAMPLE_OP;
    "texture2DRect" G, ONLY_RECT; T4, [SAMPLER, COORD] OLD_RECT => SAMPLE_OP;
    "texture2DRectProj" G, ONLY_RECT; T4, [SAMPLER, PROJ] OLD_RECT => SAMPLE_OP;
    "texture2DRectProj" G, ONLY_RECT; T4, [SAMPLER, PROJ4] OLD_RECT => SAMPLE_OP;
    "shadow2DRect" Kinds::F32, ONLY_RECT; VEC4, [SHADOW, SHADOW_COORD] OLD_RECT => SPREAD;
    "shadow2DRectProj" Kinds::F32, ONLY_RECT; VEC4, [SHADOW, SHADOW_PROJ] OLD_RECT => SPREAD;
    "shadow1D" Kinds::F32, shapes(&[D1]); VEC4, [SHADOW, SHADOW_COORD, BIAS] OLD_DESKTOP => SPREAD;
    "shadow2D" Kinds::F32, shapes(&[D2]); VEC4, [SHADOW, SHADOW_COORD, BIAS] OLD_DESKTOP => SPREAD;
    "shadow1DProj" Kinds::F32, shapes(&[D1]); VEC4, [SHADOW, SHADOW_PROJ, BIAS] OLD_DESKTOP => SPREAD;
    "shadow2DProj" Kinds::F32, shapes(&[D2]); VEC4, [SHADOW, SHADOW_PROJ, BIAS] OLD_DESKTOP => SPREAD;
    "shadow1DLod" Kinds::F32, shapes(&[D1]); VEC4, [SHADOW, SHADOW_COORD, LOD] OLD_DESKTOP => SPREAD;
    "shadow2DLod" Kinds::F32, shapes(&[D2]); VEC4, [SHADOW, SHADOW_COORD, LOD] OLD_DESKTOP => SPREAD;
    "shadow1DProjLod" Kinds::F32, shapes(&[D1]); VEC4, [SHADOW, SHADOW_PROJ, LOD] OLD_DESKTOP => SPREAD;
    "shadow2DProjLod" Kinds::F32, shapes(&[D2]); VEC4, [SHADOW, SHADOW_PROJ, LOD] OLD_DESKTOP => SPREAD;
    "shadow2DEXT" Kinds::F32, shapes(&[D2]); FLOAT, [SHADOW, SHADOW_COORD] since(NEVER, NEVER).or(&[Extension::ExtShadowSamplers]) => SAMPLE_OP;
    "shadow2DProjEXT" Kinds::F32, shapes(&[D2]); FLOAT, [SHADOW, SHADOW_PROJ] since(NEVER, NEVER).or(&[Extension::ExtShadowSamplers]) => SAMPLE_OP;
    "texture2DLodEXT" G, shapes(&[D2]); T4, [SAMPLER, COORD, LOD] OLD_GRAD => SAMPLE_OP;
    "texture2DProjLodEXT" G, shapes(&[D2]); T4, [SAMPLER, PROJ, LOD] OLD_GRAD => SAMPLE_OP;
    "texture2DProjLodEXT" G, shapes(&[D2]); T4, [SAMPLER, PROJ4, LOD] OLD_GRAD => SAMPLE_OP;
    "textureCubeLodEXT" G, shapes(&[Cube]); T4, [SAMPLER, COORD, LOD] OLD_GRAD => SAMPLE_OP;
    "texture2DGradEXT" G, shapes(&[D2]); T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] OLD_GRAD => SAMPLE_OP;
    "texture2DProjGradEXT" G, shapes(&[D2]); T4, [SAMPLER, PROJ, GRAD_X, GRAD_Y] OLD_GRAD => SAMPLE_OP;
    "texture2DProjGradEXT" G, shapes(&[D2]); T4, [SAMPLER, PROJ4, GRAD_X, GRAD_Y] OLD_GRAD => SAMPLE_OP;
    "textureCubeGradEXT" G, shapes(&[Cube]); T4, [SAMPLER, COORD, GRAD_X, GRAD_Y] OLD_GRAD => SAMPLE_OP;
};
