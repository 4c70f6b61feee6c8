//! Table of the instructions whose operands and results may have either signedness, or have that of their result.

use spirv::{GlslStd450Op, Op};

/// The role of a word of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// An integer of either signedness.
    Free,
    /// A number of the signedness of the result.
    Linked,
    /// An id whose type the instruction says exactly.
    Exact,
    /// A number of the instruction's own.
    Literal,
    /// An id or a number: the table says nothing about it.
    Unknown,
}

/// The type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// An integer of either signedness.
    Free,
    /// Linked to operands.
    Linked,
    /// As it is written.
    Exact,
}

/// The instruction set of GLSL, by its id in the module; 0 if it is not imported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    pub(super) glsl: u32,
}

impl Forms {
    /// The role of the word at a position behind the opcode. The type and the result are at 0 and 1.
    pub(super) fn role(self, op: Op, words: &[u32], at: usize) -> Role {
        match (op, at) {
            (Op::AccessChain | Op::InBoundsAccessChain, 3..)
            | (Op::SNegate | Op::Not | Op::BitCount | Op::ConvertSToF | Op::ConvertUToF | Op::SConvert, 2)
            | (Op::UConvert | Op::Bitcast, 2)
            | (Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::SRem | Op::SMod, 2 | 3)
            | (Op::BitwiseOr | Op::BitwiseXor | Op::BitwiseAnd, 2 | 3)
            | (Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic, 2 | 3)
            | (Op::IEqual | Op::INotEqual | Op::ULessThan | Op::SLessThan, 2 | 3)
            | (Op::UGreaterThan | Op::SGreaterThan | Op::ULessThanEqual | Op::SLessThanEqual, 2 | 3)
            | (Op::UGreaterThanEqual | Op::SGreaterThanEqual, 2 | 3)
            | (Op::BitFieldInsert, 4 | 5)
            | (Op::BitFieldSExtract | Op::BitFieldUExtract, 3 | 4)
            | (Op::VectorExtractDynamic | Op::ImageFetch | Op::ImageRead | Op::ImageQuerySizeLod, 3)
            | (Op::VectorInsertDynamic, 4)
            | (Op::ImageWrite, 1) => Role::Free,
            (Op::ExtInst, 4..) if self.is_sign_free(words) => Role::Free,
            (Op::Select, 3 | 4)
            | (Op::CopyObject | Op::CompositeExtract | Op::BitReverse | Op::VectorExtractDynamic, 2)
            | (Op::VectorShuffle | Op::CompositeInsert | Op::VectorInsertDynamic, 2 | 3)
            | (Op::UDiv | Op::UMod | Op::BitFieldInsert, 2 | 3)
            | (Op::BitFieldSExtract | Op::BitFieldUExtract, 2)
            | (Op::CompositeConstruct, 2..) => Role::Linked,
            (Op::Phi, 2..) if at.is_multiple_of(2) => Role::Linked,
            (Op::Select, 2)
            | (Op::Phi, 3..)
            | (Op::AccessChain | Op::InBoundsAccessChain, 2)
            | (Op::Load | Op::ImageFetch | Op::ImageRead | Op::ImageQuerySizeLod | Op::ExtInst, 2)
            | (Op::Store, 0 | 1)
            | (Op::ImageWrite, 0 | 2)
            | (Op::ReturnValue | Op::BranchConditional, 0)
            | (Op::FunctionCall, 2..) => Role::Exact,
            (Op::CompositeExtract, 3..)
            | (Op::CompositeInsert | Op::VectorShuffle, 4..)
            | (Op::ExtInst, 3)
            | (Op::Variable, 2)
            | (Op::SelectionMerge, 1)
            | (Op::LoopMerge, 2)
            | (Op::Function, 2) => Role::Literal,
            _ => Role::Unknown,
        }
    }

    /// The type of the result of an instruction that has one.
    pub(super) fn outcome(self, op: Op, words: &[u32]) -> Outcome {
        match op {
            Op::SNegate | Op::Not | Op::BitCount | Op::ConvertFToS | Op::SConvert | Op::Bitcast => {
                Outcome::Free
            }
            Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::SRem | Op::SMod => Outcome::Free,
            Op::BitwiseOr | Op::BitwiseXor | Op::BitwiseAnd => Outcome::Free,
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => Outcome::Free,
            Op::ImageQuerySize | Op::ImageQuerySizeLod => Outcome::Free,
            Op::ExtInst if self.is_sign_free(words) => Outcome::Free,
            Op::Select | Op::CopyObject | Op::CompositeExtract | Op::BitReverse | Op::Phi => Outcome::Linked,
            Op::VectorShuffle | Op::CompositeInsert | Op::CompositeConstruct => Outcome::Linked,
            Op::VectorExtractDynamic | Op::VectorInsertDynamic => Outcome::Linked,
            Op::BitFieldInsert | Op::BitFieldSExtract | Op::BitFieldUExtract => Outcome::Linked,
            _ => Outcome::Exact,
        }
    }

    /// True for functions of GLSL whose name says how they read integers.
    fn is_sign_free(self, words: &[u32]) -> bool {
        use GlslStd450Op as Ext;
        let (Some(&set), Some(&number)) = (words.get(2), words.get(3)) else { return false };
        let known = [
            Ext::SAbs,
            Ext::SSign,
            Ext::UMin,
            Ext::SMin,
            Ext::UMax,
            Ext::SMax,
            Ext::UClamp,
            Ext::SClamp,
            Ext::FindILsb,
            Ext::FindSMsb,
            Ext::FindUMsb,
        ];
        set == self.glsl && self.glsl != 0 && known.iter().any(|&it| it as u32 == number)
    }
}
