//! The grammar of GLSL as an executable specification: `grammar.lalrpop`, over the tokens that the front end's
//! preprocessor gives. The front end's parser is written by hand; a test compares the two.

use vitrum_frontend_glsl::builtin_types::BuiltinType;
use vitrum_frontend_glsl::tokens::{Keyword, Punctuator, Token};
use vitrum_frontend_glsl::version::Dialect;

#[allow(
    clippy::all,
    clippy::pedantic,
    missing_docs,
    unused,
    unreachable_pub,
    rust_2018_idioms,
    reason = "the file is generated"
)]
mod grammar {
    lalrpop_util::lalrpop_mod!(generated, "/grammar.rs");
    pub(super) use generated::TranslationUnitParser;
}

/// A terminal of the grammar, which explains each.
#[expect(missing_docs, reason = "the grammar explains them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    Identifier,
    TypeIdentifier,
    BuiltinType,
    Literal,
    String,
    Qualifier,
    Jump,
    Binary,
    Assign,
    Prefix,
    Sign,
    Step,
    CooperativeMatrix,
    MatrixWithoutUse,
    LongVector,
    TensorLayout,
    TensorView,
    Tensor,
    AngleOpen,
    AngleClose,
    Nonuniform,
    NonuniformCall,
    Layout,
    Subroutine,
    Spirv,
    SpirvType,
    SpirvWord,
    Precision,
    Struct,
    If,
    Else,
    For,
    While,
    Do,
    Switch,
    Case,
    Default,
    Return,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Dot,
    Comma,
    Semicolon,
    Colon,
    Question,
    Equal,
}

/// Judges sequences of tokens.
#[derive(Default)]
pub struct Grammar(grammar::TranslationUnitParser);

impl Grammar {
    /// The index of the token that the grammar does not allow, the number of tokens if some are missing at the end, or none.
    pub fn fault(&self, tokens: &[Token], dialect: Dialect) -> Option<usize> {
        use lalrpop_util::ParseError;
        match self.0.parse(terminals(tokens, dialect)) {
            Ok(()) => None,
            Err(ParseError::UnrecognizedToken { token: (at, ..), .. }) => Some(at),
            Err(ParseError::ExtraToken { token: (at, ..) }) => Some(at),
            Err(ParseError::InvalidToken { location }) => Some(location),
            Err(ParseError::UnrecognizedEof { .. } | ParseError::User { .. }) => Some(tokens.len()),
        }
    }
}

/// The terminals of tokens, with the index of each.
fn terminals(tokens: &[Token], dialect: Dialect) -> Vec<(usize, Terminal, usize)> {
    let mut terminals = Vec::with_capacity(tokens.len());
    let (mut depth, mut angles) = (0u32, Vec::new());
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        let start = at;
        let next = tokens.get(at + 1).copied();
        at += 1;
        let terminal = match token {
            Token::Identifier(_) if names_type(&tokens[at..]) => Terminal::TypeIdentifier,
            Token::Identifier(_) => Terminal::Identifier,
            Token::BuiltinType(ty) if ty.parameters().is_some() => match ty {
                BuiltinType::Coopmat => Terminal::CooperativeMatrix,
                BuiltinType::FcoopmatNV | BuiltinType::IcoopmatNV | BuiltinType::UcoopmatNV => {
                    Terminal::MatrixWithoutUse
                }
                BuiltinType::Vector | BuiltinType::CoopvecNV => Terminal::LongVector,
                BuiltinType::TensorARM => Terminal::Tensor,
                BuiltinType::TensorLayoutNV => Terminal::TensorLayout,
                _ => Terminal::TensorView,
            },
            Token::BuiltinType(ty) => {
                // `unsigned int` of GL_EXT_gpu_shader4, where `unsigned` is `uint`.
                let is_unsigned = dialect.version.number < 130 && ty == BuiltinType::Uint;
                if is_unsigned && next == Some(Token::BuiltinType(BuiltinType::Int)) {
                    at += 1;
                }
                Terminal::BuiltinType
            }
            Token::Qualifier(_) => Terminal::Qualifier,
            Token::Keyword(Keyword::Nonuniform) if next == Some(Token::Punctuator(Punctuator::LeftParen)) => {
                Terminal::NonuniformCall
            }
            Token::Keyword(word) => keyword(word),
            Token::StringLiteral(_) => Terminal::String,
            Token::Punctuator(mark) => {
                use Punctuator::{LeftBrace, LeftBracket, LeftParen, RightBrace, RightBracket, RightParen};
                match mark {
                    LeftParen | LeftBracket | LeftBrace => depth += 1,
                    RightParen | RightBracket | RightBrace => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let before = start.checked_sub(1).map(|before| tokens[before]);
                let has_parameters =
                    |token| matches!(token, Token::BuiltinType(ty) if ty.parameters().is_some());
                if mark == Punctuator::Less && before.is_some_and(has_parameters) {
                    angles.push(depth);
                    Terminal::AngleOpen
                } else if mark == Punctuator::Greater && angles.last() == Some(&depth) {
                    angles.pop();
                    Terminal::AngleClose
                } else {
                    punctuator(mark)
                }
            }
            Token::BoolLiteral(_)
            | Token::IntLiteral(_)
            | Token::UintLiteral(_)
            | Token::Int64Literal(_)
            | Token::Uint64Literal(_)
            | Token::Int16Literal(_)
            | Token::Uint16Literal(_)
            | Token::FloatLiteral(_)
            | Token::DoubleLiteral(_)
            | Token::HalfLiteral(_)
            | Token::SmallFloatLiteral(..) => Terminal::Literal,
        };
        terminals.push((start, terminal, at));
    }
    terminals
}

/// True if the name before these tokens can only be that of a type: another name follows, perhaps behind brackets.
fn names_type(mut tokens: &[Token]) -> bool {
    loop {
        match tokens {
            [Token::Identifier(_), ..] => return true,
            [Token::Punctuator(Punctuator::LeftBracket), ..] => {
                let Some(end) = bracket_end(tokens) else { return false };
                tokens = &tokens[end..];
            }
            _ => return false,
        }
    }
}

/// The index behind the `]` of the first token; none if its statement ends before.
fn bracket_end(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Punctuator(Punctuator::LeftBracket) => depth += 1,
            Token::Punctuator(Punctuator::RightBracket) => {
                depth -= 1;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace) => {
                return None;
            }
            _ => {}
        }
    }
    None
}

fn keyword(word: Keyword) -> Terminal {
    match word {
        Keyword::Break
        | Keyword::Continue
        | Keyword::Discard
        | Keyword::Demote
        | Keyword::TerminateInvocation
        | Keyword::IgnoreIntersection
        | Keyword::TerminateRay => Terminal::Jump,
        Keyword::Case => Terminal::Case,
        Keyword::Default => Terminal::Default,
        Keyword::Do => Terminal::Do,
        Keyword::Else => Terminal::Else,
        Keyword::For => Terminal::For,
        Keyword::If => Terminal::If,
        Keyword::Return => Terminal::Return,
        Keyword::Struct => Terminal::Struct,
        Keyword::Switch => Terminal::Switch,
        Keyword::While => Terminal::While,
        Keyword::Layout => Terminal::Layout,
        Keyword::Precision => Terminal::Precision,
        Keyword::Subroutine => Terminal::Subroutine,
        Keyword::Nonuniform => Terminal::Nonuniform,
        Keyword::SpirvInstruction
        | Keyword::SpirvExecutionMode
        | Keyword::SpirvExecutionModeId
        | Keyword::SpirvDecorate
        | Keyword::SpirvDecorateId
        | Keyword::SpirvDecorateString
        | Keyword::SpirvStorageClass => Terminal::Spirv,
        Keyword::SpirvType => Terminal::SpirvType,
        Keyword::SpirvByReference | Keyword::SpirvLiteral => Terminal::SpirvWord,
    }
}

fn punctuator(mark: Punctuator) -> Terminal {
    match mark {
        Punctuator::LeftParen => Terminal::LeftParen,
        Punctuator::RightParen => Terminal::RightParen,
        Punctuator::LeftBracket => Terminal::LeftBracket,
        Punctuator::RightBracket => Terminal::RightBracket,
        Punctuator::LeftBrace => Terminal::LeftBrace,
        Punctuator::RightBrace => Terminal::RightBrace,
        Punctuator::Dot => Terminal::Dot,
        Punctuator::Comma => Terminal::Comma,
        Punctuator::Colon => Terminal::Colon,
        Punctuator::Semicolon => Terminal::Semicolon,
        Punctuator::Question => Terminal::Question,
        Punctuator::Assign => Terminal::Equal,
        Punctuator::Plus | Punctuator::Minus => Terminal::Sign,
        Punctuator::Not | Punctuator::BitNot => Terminal::Prefix,
        Punctuator::Increment | Punctuator::Decrement => Terminal::Step,
        Punctuator::AddAssign
        | Punctuator::SubAssign
        | Punctuator::MulAssign
        | Punctuator::DivAssign
        | Punctuator::ModAssign
        | Punctuator::ShiftLeftAssign
        | Punctuator::ShiftRightAssign
        | Punctuator::AndAssign
        | Punctuator::OrAssign
        | Punctuator::XorAssign => Terminal::Assign,
        _ => Terminal::Binary,
    }
}
