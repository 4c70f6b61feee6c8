//! Rows of image processing: filters, comparisons of blocks, and gathers in other forms.

use super::pattern::{Kinds, Param, Pattern, TexShape, TexShapes};
use super::table::{
    CHOSEN, COORD, GATHER_OFFSET, Lower, Row, SAMPLER, Since, T4, UVEC2, VEC2, VEC4, extension, rows, shapes,
};
use crate::extensions::Extension;
use vitrum_ir::Intrinsic;

const F: Kinds = Kinds::F32;
const G: Kinds = Kinds::G;
const FLAT: TexShapes = shapes(&[TexShape::D2]);
const GATHERED: TexShapes = shapes(&[TexShape::D2, TexShape::D2Array]);
const WEIGHTS: Param = Param::new(Pattern::Sampler(TexShape::D2Array));
const FIRST: Since = extension(&[Extension::QcomImageProcessing]);
const SECOND: Since = extension(&[Extension::QcomImageProcessing2]);
const THIRD: Since = extension(&[Extension::QcomImageProcessing3]);
const LINE: Lower = Lower::GatherForm(Intrinsic::ImageGather4x1);
const DIAGONAL: Lower = Lower::GatherForm(Intrinsic::ImageGatherD);
const HORIZONTAL: Lower = Lower::GatherForm(Intrinsic::ImageGatherH2);
const VERTICAL: Lower = Lower::GatherForm(Intrinsic::ImageGatherV2);

pub(super) const ROWS: &[Row] = rows! {
    "textureWeightedQCOM" F, FLAT; VEC4, [SAMPLER, VEC2, WEIGHTS] FIRST => Lower::Intrinsic(Intrinsic::ImageSampleWeighted);
    "textureBoxFilterQCOM" F, FLAT; VEC4, [SAMPLER, VEC2, VEC2] FIRST => Lower::Intrinsic(Intrinsic::ImageBoxFilter);
    "textureBlockMatchSSDQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] FIRST => Lower::Intrinsic(Intrinsic::ImageBlockMatchSsd);
    "textureBlockMatchSADQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] FIRST => Lower::Intrinsic(Intrinsic::ImageBlockMatchSad);
    "textureBlockMatchWindowSSDQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] SECOND => Lower::Intrinsic(Intrinsic::ImageBlockMatchWindowSsd);
    "textureBlockMatchWindowSADQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] SECOND => Lower::Intrinsic(Intrinsic::ImageBlockMatchWindowSad);
    "textureBlockMatchGatherSSDQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] SECOND => Lower::Intrinsic(Intrinsic::ImageBlockMatchGatherSsd);
    "textureBlockMatchGatherSADQCOM" F, FLAT; VEC4, [SAMPLER, UVEC2, SAMPLER, UVEC2, UVEC2] SECOND => Lower::Intrinsic(Intrinsic::ImageBlockMatchGatherSad);
    "textureGather4x1QCOM" G, GATHERED; T4, [SAMPLER, COORD] THIRD => LINE;
    "textureGather4x1QCOM" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN] THIRD => LINE;
    "textureGather4x1OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET] THIRD => LINE;
    "textureGather4x1OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN] THIRD => LINE;
    "textureGatherDQCOM" G, GATHERED; T4, [SAMPLER, COORD] THIRD => DIAGONAL;
    "textureGatherDQCOM" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN] THIRD => DIAGONAL;
    "textureGatherDOffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET] THIRD => DIAGONAL;
    "textureGatherDOffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN] THIRD => DIAGONAL;
    "textureGatherH2QCOM" G, GATHERED; T4, [SAMPLER, COORD] THIRD => HORIZONTAL;
    "textureGatherH2QCOM" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN] THIRD => HORIZONTAL;
    "textureGatherH2OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET] THIRD => HORIZONTAL;
    "textureGatherH2OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN] THIRD => HORIZONTAL;
    "textureGatherV2QCOM" G, GATHERED; T4, [SAMPLER, COORD] THIRD => VERTICAL;
    "textureGatherV2QCOM" G, GATHERED; T4, [SAMPLER, COORD, CHOSEN] THIRD => VERTICAL;
    "textureGatherV2OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET] THIRD => VERTICAL;
    "textureGatherV2OffsetQCOM" G, GATHERED; T4, [SAMPLER, COORD, GATHER_OFFSET, CHOSEN] THIRD => VERTICAL;
};
