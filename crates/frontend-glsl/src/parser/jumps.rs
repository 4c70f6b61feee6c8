//! Keywords that are statements: jumps.

use crate::tokens::Keyword;

/// A keyword that is a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JumpKeyword {
    Break,
    Continue,
    Discard,
    Demote,
    TerminateInvocation,
    IgnoreIntersection,
    TerminateRay,
}

impl JumpKeyword {
    /// As it is written.
    pub(crate) const fn spelling(self) -> &'static str {
        match self {
            Self::Break => Keyword::Break.text(),
            Self::Continue => Keyword::Continue.text(),
            Self::Discard => Keyword::Discard.text(),
            Self::Demote => Keyword::Demote.text(),
            Self::TerminateInvocation => Keyword::TerminateInvocation.text(),
            Self::IgnoreIntersection => Keyword::IgnoreIntersection.text(),
            Self::TerminateRay => Keyword::TerminateRay.text(),
        }
    }
}

/// The jump that a word is.
pub(super) fn jump(word: Keyword) -> Option<JumpKeyword> {
    Some(match word {
        Keyword::Break => JumpKeyword::Break,
        Keyword::Continue => JumpKeyword::Continue,
        Keyword::Discard => JumpKeyword::Discard,
        Keyword::Demote => JumpKeyword::Demote,
        Keyword::TerminateInvocation => JumpKeyword::TerminateInvocation,
        Keyword::IgnoreIntersection => JumpKeyword::IgnoreIntersection,
        Keyword::TerminateRay => JumpKeyword::TerminateRay,
        _ => return None,
    })
}
