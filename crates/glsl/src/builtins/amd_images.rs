//! Functions of extensions of AMD on textures and images: gathers from other levels than the first, images with levels,
//! and fragment masks.

use super::pattern::{Kinds, Param, TexShape, TexShapes};
use super::table::{
    BIAS, CHOSEN, COMPONENT, COORD, GATHER_OFFSET, IMAGE, IMAGE_TEXEL, INT, INT_LOD, LOD, Lower, OFFSETS,
    OUT_TEXEL, Row, SAMPLER, Since, T4, TEXEL, UINT, VOID, extension, rows, shapes,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use TexShape::{Cube, CubeArray, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3};
use vitrum_ir::{Intrinsic, Op};

const G: Kinds = Kinds::G;
const GIMAGE: Kinds = Kinds::GIMAGE;
const GATHER: Since = extension(&[Extension::AmdTextureGatherBiasLod]);
const LEVELS: Since = extension(&[Extension::AmdShaderImageLoadStoreLod]);
const MASK: Since = extension(&[Extension::AmdShaderFragmentMask]).only(Stages::FRAGMENT);
const GATHERED: TexShapes = shapes(&[D2, D2Array, Cube, CubeArray]);
const FLAT: TexShapes = shapes(&[D2, D2Array]);
const MIPPED: TexShapes = shapes(&[D1, D2, D3, Cube, D1Array, D2Array, CubeArray]);
/// Those that sparse functions have, too.
const SPARSE_MIPPED: TexShapes = shapes(&[D2, D3, Cube, D2Array, CubeArray]);
const MULTI: TexShapes = shapes(&[D2Ms, D2MsArray]);
const SUBPASS_MS: TexShapes = shapes(&[TexShape::SubpassMs]);
/// A bias, which calls of the rows here give.
const GIVEN_BIAS: Param = Param { optional: false, ..BIAS };
const PLAIN: Lower = Lower::Image(Op::ImageGather);
const SPARSE: Lower = Lower::Sparse(Op::ImageGather);
const FETCH: Lower = Lower::FragmentFetch(Intrinsic::FragmentFetch);
const FETCH_MASK: Lower = Lower::FragmentFetch(Intrinsic::FragmentMaskFetch);

pub(super) const ROWS: &[Row] = rows! {
    "textureGather" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN, GIVEN_BIAS] GATHER => PLAIN;
    "textureGatherOffset" G, FLAT; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN, GIVEN_BIAS] GATHER => PLAIN;
    "textureGatherOffsets" G, FLAT; T4, [SAMPLER, COORD, OFFSETS, CHOSEN, GIVEN_BIAS] GATHER => PLAIN;
    "sparseTextureGatherARB" G, GATHERED; INT, [SAMPLER, COORD, OUT_TEXEL, CHOSEN, GIVEN_BIAS] GATHER => SPARSE;
    "sparseTextureGatherOffsetARB" G, FLAT; INT, [SAMPLER, COORD, GATHER_OFFSET, OUT_TEXEL, CHOSEN, GIVEN_BIAS] GATHER => SPARSE;
    "sparseTextureGatherOffsetsARB" G, FLAT; INT, [SAMPLER, COORD, OFFSETS, OUT_TEXEL, CHOSEN, GIVEN_BIAS] GATHER => SPARSE;
    "textureGatherLodAMD" G, GATHERED; T4, [SAMPLER, COORD, LOD, COMPONENT] GATHER => PLAIN;
    "textureGatherLodOffsetAMD" G, FLAT; T4, [SAMPLER, COORD, LOD, GATHER_OFFSET, COMPONENT] GATHER => PLAIN;
    "textureGatherLodOffsetsAMD" G, FLAT; T4, [SAMPLER, COORD, LOD, OFFSETS, COMPONENT] GATHER => PLAIN;
    "sparseTextureGatherLodAMD" G, GATHERED; INT, [SAMPLER, COORD, LOD, OUT_TEXEL, COMPONENT] GATHER => SPARSE;
    "sparseTextureGatherLodOffsetAMD" G, FLAT; INT, [SAMPLER, COORD, LOD, GATHER_OFFSET, OUT_TEXEL, COMPONENT] GATHER => SPARSE;
    "sparseTextureGatherLodOffsetsAMD" G, FLAT; INT, [SAMPLER, COORD, LOD, OFFSETS, OUT_TEXEL, COMPONENT] GATHER => SPARSE;

    "imageLoadLodAMD" GIMAGE, MIPPED; T4, [IMAGE, IMAGE_TEXEL, INT_LOD] LEVELS => Lower::Image(Op::ImageRead);
    "imageStoreLodAMD" GIMAGE, MIPPED; VOID, [IMAGE, IMAGE_TEXEL, INT_LOD, T4] LEVELS => Lower::ImageWrite;
    "sparseImageLoadLodAMD" GIMAGE, SPARSE_MIPPED; INT, [IMAGE, IMAGE_TEXEL, INT_LOD, OUT_TEXEL] LEVELS => Lower::Sparse(Op::ImageRead);

    "fragmentMaskFetchAMD" G, MULTI; UINT, [SAMPLER, TEXEL] MASK => FETCH_MASK;
    "fragmentMaskFetchAMD" G, SUBPASS_MS; UINT, [IMAGE] MASK => FETCH_MASK;
    "fragmentFetchAMD" G, MULTI; T4, [SAMPLER, TEXEL, UINT] MASK => FETCH;
    "fragmentFetchAMD" G, SUBPASS_MS; T4, [IMAGE, UINT] MASK => FETCH;
};
