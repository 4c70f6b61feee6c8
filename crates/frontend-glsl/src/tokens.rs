//! The tokens that the preprocessor passes to the parser.
//!
//! Simple qualifiers are one terminal, [`Token::Qualifier`], and so are built-in type names,
//! [`Token::BuiltinType`]: the grammar stays small and the lowering switches over an enum. A token is
//! `Copy` and owns nothing: names are symbols, numbers are values.

pub mod keywords;

use crate::builtin_types::BuiltinType;
use crate::symbols::{Interner, Symbol};
pub use vitrum_glsl::operators::Punctuator;
pub use vitrum_glsl::words::{Keyword, Qualifier};
use vitrum_ir::Scalar;

/// A token of the language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    /// A name, which may be the name of a struct.
    Identifier(Symbol),
    /// A built-in type name.
    BuiltinType(BuiltinType),
    /// A qualifier of one word.
    Qualifier(Qualifier),
    /// A word with a rule of its own in the grammar.
    Keyword(Keyword),
    /// `true`, `false`.
    BoolLiteral(bool),
    /// `1`, `0x1`, `01`; the bits of an `int`.
    IntLiteral(i32),
    /// `1u`
    UintLiteral(u32),
    /// `1l`
    Int64Literal(i64),
    /// `1ul`
    Uint64Literal(u64),
    /// `1s`, GL_EXT_shader_explicit_arithmetic_types_int16.
    Int16Literal(i16),
    /// `1us`
    Uint16Literal(u16),
    /// `1.0`, `1.0f`
    FloatLiteral(f32),
    /// `1.0lf`
    DoubleLiteral(f64),
    /// `1.0hf`; not yet rounded to half precision.
    HalfLiteral(f64),
    /// `1.0fe2m1` and others; not yet rounded.
    SmallFloatLiteral(Scalar, f64),
    /// `"text"` without its quotes, escapes as written.
    StringLiteral(Symbol),
    /// An operator or a bracket.
    Punctuator(Punctuator),
}

impl Token {
    /// True if this is a literal of a scalar type.
    pub(crate) fn is_literal(self) -> bool {
        match self {
            Self::BoolLiteral(_)
            | Self::IntLiteral(_)
            | Self::UintLiteral(_)
            | Self::Int64Literal(_)
            | Self::Uint64Literal(_)
            | Self::Int16Literal(_)
            | Self::Uint16Literal(_)
            | Self::FloatLiteral(_)
            | Self::DoubleLiteral(_)
            | Self::HalfLiteral(_)
            | Self::SmallFloatLiteral(..) => true,
            Self::Identifier(_)
            | Self::BuiltinType(_)
            | Self::Qualifier(_)
            | Self::Keyword(_)
            | Self::StringLiteral(_)
            | Self::Punctuator(_) => false,
        }
    }

    /// The name of the token in messages, such as ``identifier `x` `` or `` `+=` ``.
    pub fn describe(self, interner: &Interner) -> String {
        match self {
            Self::Identifier(symbol) => format!("identifier `{}`", interner.text(symbol)),
            Self::BuiltinType(ty) => format!("type `{}`", ty.name()),
            Self::Qualifier(qualifier) => format!("qualifier `{}`", qualifier.text()),
            Self::Keyword(keyword) => format!("keyword `{}`", keyword.text()),
            Self::BoolLiteral(value) => format!("`{value}`"),
            Self::StringLiteral(symbol) => format!("string \"{}\"", interner.text(symbol)),
            Self::Punctuator(punctuator) => format!("`{}`", punctuator.text()),
            Self::IntLiteral(value) => format!("number `{value}`"),
            Self::UintLiteral(value) => format!("number `{value}u`"),
            Self::Int64Literal(value) => format!("number `{value}l`"),
            Self::Uint64Literal(value) => format!("number `{value}ul`"),
            Self::Int16Literal(value) => format!("number `{value}s`"),
            Self::Uint16Literal(value) => format!("number `{value}us`"),
            Self::FloatLiteral(value) => format!("number `{value:?}`"),
            Self::DoubleLiteral(value) => format!("number `{value:?}lf`"),
            Self::HalfLiteral(value) => format!("number `{value:?}hf`"),
            Self::SmallFloatLiteral(_, value) => format!("number `{value:?}`"),
        }
    }
}
