//! The parts that text is cut into. `cargo xtask grammar` makes `src/generated/lexemes.rs` of them.

use logos::Logos;

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Lexeme {
    /// The end of a line, with the empty lines and comments behind it.
    #[regex(r"\n([ \t\r\n]|//[^\n]*\n)*")]
    Newline,
    #[token("->")]
    Arrow,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("<")]
    OpenAngle,
    #[token(">")]
    CloseAngle,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("=")]
    Equal,
    /// A sigil and a name or number, perhaps with a number that tells it from others: `%x`, `@"a b".1`, `$0`.
    #[regex(r#"[%@&#$]("([^"\\\n]|\\[^\n])*"|[0-9A-Za-z_]+)(\.[0-9]+)?"#)]
    Label,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Quoted,
    #[regex("[0-9]+")]
    Integer,
    #[regex("0x[0-9A-Fa-f]+")]
    Hexadecimal,
    /// A number with its type: `-1.5e-7f32`.
    #[regex(r"-?[0-9][0-9A-Za-z_.]*([eE][-+][0-9A-Za-z_.]*)?", priority = 1)]
    Number,
    /// A place in the source: `!12..18`.
    #[regex(r"![0-9]+\.\.[0-9]+")]
    Span,
    /// A word, with all that dots attach to it: `swizzle.xy`.
    #[regex(r"[A-Za-z_][0-9A-Za-z_.]*")]
    Word,
}
