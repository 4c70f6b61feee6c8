//! Operators and brackets: spelling and precedence (GLSL 4.60 section 5.1).

use crate::words::spellings;

spellings! {
    /// An operator or a bracket.
    #[repr(u8)]
    Punctuator {
        LeftParen "(",
        RightParen ")",
        LeftBracket "[",
        RightBracket "]",
        LeftBrace "{",
        RightBrace "}",
        Dot ".",
        Comma ",",
        Colon ":",
        Semicolon ";",
        Question "?",
        Plus "+",
        Minus "-",
        Star "*",
        Slash "/",
        Percent "%",
        Less "<",
        Greater ">",
        LessEqual "<=",
        GreaterEqual ">=",
        EqualEqual "==",
        BangEqual "!=",
        And "&&",
        Or "||",
        Xor "^^",
        Not "!",
        BitAnd "&",
        BitOr "|",
        BitXor "^",
        BitNot "~",
        ShiftLeft "<<",
        ShiftRight ">>",
        Increment "++",
        Decrement "--",
        Assign "=",
        AddAssign "+=",
        SubAssign "-=",
        MulAssign "*=",
        DivAssign "/=",
        ModAssign "%=",
        ShiftLeftAssign "<<=",
        ShiftRightAssign ">>=",
        AndAssign "&=",
        OrAssign "|=",
        XorAssign "^=",
    }
}

macro_rules! precedences {
    ($($variant:ident,)*) => {
        /// The precedence of an expression; greater values bind tighter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)] // the names say all there is
        pub enum Precedence {
            $($variant,)*
        }

        impl Precedence {
            /// The next tighter precedence, which the right operand of a left-associative operator needs.
            pub fn tighter(self) -> Self {
                const ALL: &[Precedence] = &[$(Precedence::$variant,)*];
                ALL.get(self as usize + 1).copied().unwrap_or(self)
            }
        }
    };
}

precedences! {
    Assignment,
    Ternary,
    LogicalOr,
    LogicalXor,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Prefix,
    Postfix,
}

/// The role of a punctuator after an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A binary operator.
    Binary(BinaryOp),
    /// An assignment, possibly with an operation.
    Assign(Option<BinaryOp>),
    /// `?`
    Question,
    /// The end of the expression.
    End,
}

macro_rules! binary_operators {
    ($($variant:ident $mark:ident $(and $assign:ident)? => $precedence:ident;)*) => {
        /// A binary operator; all are left-associative.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // the rows of the table document the variants
        pub enum BinaryOp {
            $($variant,)*
        }

        impl BinaryOp {
            /// Its precedence.
            #[inline]
            pub const fn precedence(self) -> Precedence {
                match self {
                    $(Self::$variant => Precedence::$precedence,)*
                }
            }

            /// Its spelling.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => Punctuator::$mark.text(),)*
                }
            }

            /// True if `a op= b` exists.
            pub const fn has_assignment(self) -> bool {
                match self {
                    $(Self::$variant => {
                        const MARK: &[Punctuator] = &[$(Punctuator::$assign)?];
                        !MARK.is_empty()
                    })*
                }
            }
        }

        impl Punctuator {
            /// Its role after an operand.
            #[inline]
            pub const fn role(self) -> Role {
                match self {
                    $(Self::$mark => Role::Binary(BinaryOp::$variant),)*
                    $($(Self::$assign => Role::Assign(Some(BinaryOp::$variant)),)?)*
                    Self::Assign => Role::Assign(None),
                    Self::Question => Role::Question,
                    _ => Role::End,
                }
            }
        }
    };
}

binary_operators! {
    Multiply Star and MulAssign => Multiplicative;
    Divide Slash and DivAssign => Multiplicative;
    Modulo Percent and ModAssign => Multiplicative;
    Add Plus and AddAssign => Additive;
    Subtract Minus and SubAssign => Additive;
    ShiftLeft ShiftLeft and ShiftLeftAssign => Shift;
    ShiftRight ShiftRight and ShiftRightAssign => Shift;
    Less Less => Relational;
    Greater Greater => Relational;
    LessEqual LessEqual => Relational;
    GreaterEqual GreaterEqual => Relational;
    Equal EqualEqual => Equality;
    NotEqual BangEqual => Equality;
    BitAnd BitAnd and AndAssign => BitAnd;
    BitXor BitXor and XorAssign => BitXor;
    BitOr BitOr and OrAssign => BitOr;
    LogicalAnd And => LogicalAnd;
    LogicalXor Xor => LogicalXor;
    LogicalOr Or => LogicalOr;
}

impl BinaryOp {
    /// The opposite comparison, for ordered operands.
    pub const fn inverse(self) -> Option<Self> {
        Some(match self {
            Self::Less => Self::GreaterEqual,
            Self::GreaterEqual => Self::Less,
            Self::Greater => Self::LessEqual,
            Self::LessEqual => Self::Greater,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            _ => return None,
        })
    }
}

impl Punctuator {
    /// True if it can precede an operand.
    #[inline]
    pub const fn is_prefix(self) -> bool {
        matches!(
            self,
            Self::Plus | Self::Minus | Self::Not | Self::BitNot | Self::Increment | Self::Decrement
        )
    }
}
