//! Samples of input attachments and of the tile: as many as a pixel has, which an option gives.

use super::options::{Class, IndexPolicy};
use super::{Bounder, Index, only_if};
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::{Inst, Intrinsic, Operand};

impl Bounder {
    /// The number of samples, unless none is given; says so if the policy asks for it.
    pub(super) fn attachment_samples(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Operand> {
        match self.options.attachment_samples.filter(|&samples| samples > 0) {
            Some(samples) => Some(rewriter.module.constants.u32(samples).into()),
            None => {
                let why = "an input attachment has no query of samples, and `bound_indices.attachment_samples` \
                           gives no number";
                self.cannot(rewriter, inst, Class::ImageLoad, why);
                None
            }
        }
    }

    /// Bounds the sample of a read of the tile.
    pub(super) fn tile(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let operands = rewriter.function.operands(inst);
        let is_color = rewriter.function.intrinsic(inst) == Some(Intrinsic::ColorAttachmentRead);
        let place = usize::from(is_color);
        let Some(&sample) = operands.get(place) else { return Action::Keep };
        let policy = self.policy(Class::ImageLoad).0;
        if policy == IndexPolicy::Unchecked || rewriter.module.as_int(sample) == Some(0) {
            return Action::Keep;
        }
        let Some(length) = self.attachment_samples(rewriter, inst) else { return Action::Keep };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        let index = Index { operand: sample, length, may_be_empty: false, last: None };
        if policy == IndexPolicy::Skip {
            let is_inside = index.is_inside(rewriter);
            return only_if(rewriter, inst, is_inside);
        }
        let clamped = index.clamped(rewriter);
        let ty = rewriter.ty(sample);
        let clamped = rewriter.convert(clamped, ty);
        rewriter.set_operand(inst, place, clamped);
        Action::Keep
    }
}
