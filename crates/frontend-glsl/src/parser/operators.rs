//! Operators and jumps as the lowering knows them, and which marks mean them.

use crate::tokens::{Keyword, Punctuator};

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalXor,
    LogicalOr,
}

impl BinaryOp {
    /// How strongly it binds (GLSL 4.60 section 5.1), and its spelling.
    const fn row(self) -> (u8, &'static str) {
        match self {
            Self::Multiply => (10, "*"),
            Self::Divide => (10, "/"),
            Self::Modulo => (10, "%"),
            Self::Add => (9, "+"),
            Self::Subtract => (9, "-"),
            Self::ShiftLeft => (8, "<<"),
            Self::ShiftRight => (8, ">>"),
            Self::Less => (7, "<"),
            Self::Greater => (7, ">"),
            Self::LessEqual => (7, "<="),
            Self::GreaterEqual => (7, ">="),
            Self::Equal => (6, "=="),
            Self::NotEqual => (6, "!="),
            Self::BitAnd => (5, "&"),
            Self::BitXor => (4, "^"),
            Self::BitOr => (3, "|"),
            Self::LogicalAnd => (2, "&&"),
            Self::LogicalXor => (1, "^^"),
            Self::LogicalOr => (0, "||"),
        }
    }

    /// How strongly it binds.
    pub(crate) const fn precedence(self) -> u8 {
        self.row().0
    }

    /// As it is written.
    pub(crate) const fn spelling(self) -> &'static str {
        self.row().1
    }
}

/// A word that is a statement by itself.
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
            Self::Break => "break",
            Self::Continue => "continue",
            Self::Discard => "discard",
            Self::Demote => "demote",
            Self::TerminateInvocation => "terminateInvocation",
            Self::IgnoreIntersection => "ignoreIntersectionEXT",
            Self::TerminateRay => "terminateRayEXT",
        }
    }
}

/// What a mark does behind an operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    /// Joins it with another operand.
    Binary(BinaryOp),
    /// Assigns to it, perhaps after an operation.
    Assign(Option<BinaryOp>),
    /// `?`
    Question,
    /// Ends the expression.
    End,
}

/// What a mark does behind an operand.
#[inline]
pub(super) fn role(mark: Punctuator) -> Role {
    match mark {
        Punctuator::Star => Role::Binary(BinaryOp::Multiply),
        Punctuator::Slash => Role::Binary(BinaryOp::Divide),
        Punctuator::Percent => Role::Binary(BinaryOp::Modulo),
        Punctuator::Plus => Role::Binary(BinaryOp::Add),
        Punctuator::Minus => Role::Binary(BinaryOp::Subtract),
        Punctuator::ShiftLeft => Role::Binary(BinaryOp::ShiftLeft),
        Punctuator::ShiftRight => Role::Binary(BinaryOp::ShiftRight),
        Punctuator::Less => Role::Binary(BinaryOp::Less),
        Punctuator::Greater => Role::Binary(BinaryOp::Greater),
        Punctuator::LessEqual => Role::Binary(BinaryOp::LessEqual),
        Punctuator::GreaterEqual => Role::Binary(BinaryOp::GreaterEqual),
        Punctuator::EqualEqual => Role::Binary(BinaryOp::Equal),
        Punctuator::BangEqual => Role::Binary(BinaryOp::NotEqual),
        Punctuator::BitAnd => Role::Binary(BinaryOp::BitAnd),
        Punctuator::BitXor => Role::Binary(BinaryOp::BitXor),
        Punctuator::BitOr => Role::Binary(BinaryOp::BitOr),
        Punctuator::And => Role::Binary(BinaryOp::LogicalAnd),
        Punctuator::Xor => Role::Binary(BinaryOp::LogicalXor),
        Punctuator::Or => Role::Binary(BinaryOp::LogicalOr),
        Punctuator::Assign => Role::Assign(None),
        Punctuator::AddAssign => Role::Assign(Some(BinaryOp::Add)),
        Punctuator::SubAssign => Role::Assign(Some(BinaryOp::Subtract)),
        Punctuator::MulAssign => Role::Assign(Some(BinaryOp::Multiply)),
        Punctuator::DivAssign => Role::Assign(Some(BinaryOp::Divide)),
        Punctuator::ModAssign => Role::Assign(Some(BinaryOp::Modulo)),
        Punctuator::ShiftLeftAssign => Role::Assign(Some(BinaryOp::ShiftLeft)),
        Punctuator::ShiftRightAssign => Role::Assign(Some(BinaryOp::ShiftRight)),
        Punctuator::AndAssign => Role::Assign(Some(BinaryOp::BitAnd)),
        Punctuator::OrAssign => Role::Assign(Some(BinaryOp::BitOr)),
        Punctuator::XorAssign => Role::Assign(Some(BinaryOp::BitXor)),
        Punctuator::Question => Role::Question,
        Punctuator::LeftParen
        | Punctuator::RightParen
        | Punctuator::LeftBracket
        | Punctuator::RightBracket
        | Punctuator::LeftBrace
        | Punctuator::RightBrace
        | Punctuator::Dot
        | Punctuator::Comma
        | Punctuator::Colon
        | Punctuator::Semicolon
        | Punctuator::Not
        | Punctuator::BitNot
        | Punctuator::Increment
        | Punctuator::Decrement => Role::End,
    }
}

/// Whether a mark may stand before an operand.
pub(super) fn is_prefix(mark: Punctuator) -> bool {
    matches!(
        mark,
        Punctuator::Plus
            | Punctuator::Minus
            | Punctuator::Not
            | Punctuator::BitNot
            | Punctuator::Increment
            | Punctuator::Decrement
    )
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
