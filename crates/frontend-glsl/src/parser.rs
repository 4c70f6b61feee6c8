//! From preprocessed tokens to the grammar's terminals.
//!
//! The adapter decides what the grammar cannot: whether an identifier is a type name, and how deep brackets may
//! nest. A syntax error ends the declaration it is in; parsing goes on with the next one.

use crate::Limits;
use crate::builtin_types::BuiltinType;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Qualifier, Token};
use lalrpop_util::ParseError;
use std::cell::Cell;
use vitrum_ir::Span;

use crate::diagnostics::Code;
use crate::lower::Lowering;

#[allow(
    clippy::all,
    clippy::pedantic,
    unused,
    unreachable_pub,
    rust_2018_idioms,
    reason = "the file is generated"
)]
mod grammar {
    lalrpop_util::lalrpop_mod!(generated, "/grammar.rs");
    pub(super) use generated::{FunctionRestParser, TranslationUnitParser};
}

/// Why a parse ends before its tokens do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit was passed.
    Limit,
    /// The function ended that the rest of was parsed.
    FunctionEnd,
}

/// The error that ends the parse.
pub(crate) fn stop(error: Stop) -> ParseError<Span, Terminal, Stop> {
    ParseError::User { error }
}

/// A token with its place.
pub(crate) type Spanned = (Token, Span);

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
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
#[repr(u32)]
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

/// A terminal of the grammar. Whatever it holds takes 32 bits, so that it travels in two registers: the parser moves
/// it several times, and waits for memory otherwise.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(crate) enum Terminal {
    Identifier(Symbol),
    TypeIdentifier(Symbol),
    BuiltinType(BuiltinType),
    /// The literal at this index of the tokens.
    Literal(u32),
    Qualifier(Qualifier),
    Jump(JumpKeyword),
    Binary(BinaryOp),
    Assign(BinaryOp),
    CooperativeMatrix,
    /// `<` after `coopmat`.
    AngleOpen,
    /// The `>` that ends it.
    AngleClose,
    Nonuniform,
    /// `nonuniformEXT` before `(`.
    NonuniformCall,
    Layout,
    Subroutine,
    /// A string.
    String(Symbol),
    /// `spirv_decorate` and its kin, before `(`.
    Spirv(Keyword),
    /// `spirv_type`
    SpirvType,
    /// `spirv_by_reference` and `spirv_literal`.
    SpirvWord(Keyword),
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
    Plus,
    Minus,
    Bang,
    Tilde,
    Increment,
    Decrement,
}

const _: () = assert!(size_of::<Terminal>() == 8);

fn keyword(keyword: Keyword) -> Terminal {
    match keyword {
        Keyword::Break => Terminal::Jump(JumpKeyword::Break),
        Keyword::Continue => Terminal::Jump(JumpKeyword::Continue),
        Keyword::Discard => Terminal::Jump(JumpKeyword::Discard),
        Keyword::Demote => Terminal::Jump(JumpKeyword::Demote),
        Keyword::TerminateInvocation => Terminal::Jump(JumpKeyword::TerminateInvocation),
        Keyword::IgnoreIntersection => Terminal::Jump(JumpKeyword::IgnoreIntersection),
        Keyword::TerminateRay => Terminal::Jump(JumpKeyword::TerminateRay),
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
        | Keyword::SpirvStorageClass => Terminal::Spirv(keyword),
        Keyword::SpirvType => Terminal::SpirvType,
        Keyword::SpirvByReference | Keyword::SpirvLiteral => Terminal::SpirvWord(keyword),
    }
}

fn punctuator(punctuator: Punctuator) -> Terminal {
    match punctuator {
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
        Punctuator::Plus => Terminal::Plus,
        Punctuator::Minus => Terminal::Minus,
        Punctuator::Star => Terminal::Binary(BinaryOp::Multiply),
        Punctuator::Slash => Terminal::Binary(BinaryOp::Divide),
        Punctuator::Percent => Terminal::Binary(BinaryOp::Modulo),
        Punctuator::Less => Terminal::Binary(BinaryOp::Less),
        Punctuator::Greater => Terminal::Binary(BinaryOp::Greater),
        Punctuator::LessEqual => Terminal::Binary(BinaryOp::LessEqual),
        Punctuator::GreaterEqual => Terminal::Binary(BinaryOp::GreaterEqual),
        Punctuator::EqualEqual => Terminal::Binary(BinaryOp::Equal),
        Punctuator::BangEqual => Terminal::Binary(BinaryOp::NotEqual),
        Punctuator::And => Terminal::Binary(BinaryOp::LogicalAnd),
        Punctuator::Or => Terminal::Binary(BinaryOp::LogicalOr),
        Punctuator::Xor => Terminal::Binary(BinaryOp::LogicalXor),
        Punctuator::BitAnd => Terminal::Binary(BinaryOp::BitAnd),
        Punctuator::BitOr => Terminal::Binary(BinaryOp::BitOr),
        Punctuator::BitXor => Terminal::Binary(BinaryOp::BitXor),
        Punctuator::ShiftLeft => Terminal::Binary(BinaryOp::ShiftLeft),
        Punctuator::ShiftRight => Terminal::Binary(BinaryOp::ShiftRight),
        Punctuator::Not => Terminal::Bang,
        Punctuator::BitNot => Terminal::Tilde,
        Punctuator::Increment => Terminal::Increment,
        Punctuator::Decrement => Terminal::Decrement,
        Punctuator::Assign => Terminal::Equal,
        Punctuator::AddAssign => Terminal::Assign(BinaryOp::Add),
        Punctuator::SubAssign => Terminal::Assign(BinaryOp::Subtract),
        Punctuator::MulAssign => Terminal::Assign(BinaryOp::Multiply),
        Punctuator::DivAssign => Terminal::Assign(BinaryOp::Divide),
        Punctuator::ModAssign => Terminal::Assign(BinaryOp::Modulo),
        Punctuator::ShiftLeftAssign => Terminal::Assign(BinaryOp::ShiftLeft),
        Punctuator::ShiftRightAssign => Terminal::Assign(BinaryOp::ShiftRight),
        Punctuator::AndAssign => Terminal::Assign(BinaryOp::BitAnd),
        Punctuator::OrAssign => Terminal::Assign(BinaryOp::BitOr),
        Punctuator::XorAssign => Terminal::Assign(BinaryOp::BitXor),
    }
}

/// Reads tokens as terminals.
struct Adapter<'a> {
    tokens: &'a [Spanned],
    /// Whether `unsigned int` is a type: in versions that have no `uint` by themselves.
    has_unsigned_int: bool,
    /// Where the lowering learns which token was read last.
    read: &'a Cell<usize>,
    /// See [`bracket_ends`].
    brackets: &'a [(u32, u32)],
    position: usize,
    /// Brackets of all kinds that are open.
    depth: u32,
    /// Parentheses and square brackets that are open since the last brace or `;`.
    inner: u32,
    /// How many of them were open in the head of the `for` that is being read.
    for_head: Option<u32>,
    /// Unary operators in a row.
    unary: u32,
    /// How many brackets were open at the `<` of `coopmat<...>`, within it.
    angle: Option<u32>,
    limit: u32,
    last: Span,
}

/// For each `[` its index and the one behind its `]`, 0 if it has none.
fn bracket_ends(tokens: &[Spanned]) -> Vec<(u32, u32)> {
    let mut brackets: Vec<(u32, u32)> = Vec::new();
    let mut open = Vec::new();
    for (index, (token, _)) in tokens.iter().enumerate() {
        let Token::Punctuator(mark) = token else { continue };
        match mark {
            Punctuator::LeftBracket => {
                open.push(brackets.len());
                brackets.push((index as u32, 0));
            }
            Punctuator::RightBracket => {
                if let Some(bracket) = open.pop().and_then(|start: usize| brackets.get_mut(start)) {
                    bracket.1 = index as u32 + 1;
                }
            }
            Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace => open.clear(),
            _ => {}
        }
    }
    brackets
}

impl Adapter<'_> {
    /// Whether the identifier before `position` names a type: another identifier follows, perhaps behind brackets.
    fn names_type(&self, position: usize) -> bool {
        let mut next = position;
        loop {
            match self.tokens.get(next) {
                Some((Token::Identifier(_), _)) => return true,
                Some((Token::Punctuator(Punctuator::LeftBracket), _)) => match self.behind(next) {
                    Some(behind) => next = behind,
                    None => return false,
                },
                _ => return false,
            }
        }
    }

    /// The index behind the `]` of a `[`, if it has one.
    fn behind(&self, bracket: usize) -> Option<usize> {
        let place = self.brackets.binary_search_by_key(&bracket, |&(at, _)| at as usize).ok()?;
        self.brackets.get(place).map(|&(_, behind)| behind as usize).filter(|&behind| behind > 0)
    }

    /// The terminal of an operator or bracket; `None` where brackets or unary operators nest beyond the limit.
    fn mark(&mut self, mark: Punctuator, unary: u32) -> Option<Terminal> {
        match mark {
            Punctuator::LeftParen | Punctuator::LeftBracket => {
                self.depth += 1;
                self.inner += 1;
                (self.depth <= self.limit).then(|| punctuator(mark))
            }
            Punctuator::RightParen | Punctuator::RightBracket => {
                self.depth = self.depth.saturating_sub(1);
                self.inner = self.inner.saturating_sub(1);
                if self.for_head.is_some_and(|inner| self.inner <= inner) {
                    self.for_head = None;
                }
                Some(punctuator(mark))
            }
            Punctuator::LeftBrace => {
                self.depth += 1;
                (self.inner, self.for_head) = (0, None);
                (self.depth <= self.limit).then_some(Terminal::LeftBrace)
            }
            Punctuator::RightBrace => {
                self.depth = self.depth.saturating_sub(1);
                (self.inner, self.for_head) = (0, None);
                Some(Terminal::RightBrace)
            }
            Punctuator::Plus
            | Punctuator::Minus
            | Punctuator::Not
            | Punctuator::BitNot
            | Punctuator::Increment
            | Punctuator::Decrement => {
                self.unary = unary + 1;
                (self.unary <= self.limit).then(|| punctuator(mark))
            }
            // The angle brackets of `coopmat<...>`.
            Punctuator::Less if self.is_behind_coopmat() => {
                self.angle = Some(self.depth);
                Some(Terminal::AngleOpen)
            }
            Punctuator::Greater if self.angle == Some(self.depth) => {
                self.angle = None;
                Some(Terminal::AngleClose)
            }
            _ => Some(punctuator(mark)),
        }
    }

    fn is_behind_coopmat(&self) -> bool {
        let before = self.position.checked_sub(2).and_then(|index| self.tokens.get(index));
        matches!(before, Some((Token::BuiltinType(BuiltinType::Coopmat), _)))
    }

    /// The terminal of a word.
    fn word(&mut self, word: Keyword) -> Terminal {
        let follows = || self.tokens.get(self.position).map(|&(token, _)| token);
        match word {
            Keyword::Nonuniform if follows() == Some(Token::Punctuator(Punctuator::LeftParen)) => {
                Terminal::NonuniformCall
            }
            Keyword::For => {
                self.for_head = Some(self.inner);
                Terminal::For
            }
            _ => keyword(word),
        }
    }

    /// The terminal of a token that was just read; `None` beyond a limit.
    #[inline]
    fn terminal(&mut self, token: Token) -> Option<Terminal> {
        let unary = std::mem::take(&mut self.unary);
        Some(match token {
            Token::Punctuator(mark) => return self.mark(mark, unary),
            Token::Identifier(name) if self.names_type(self.position) => Terminal::TypeIdentifier(name),
            Token::Identifier(name) => Terminal::Identifier(name),
            Token::BuiltinType(BuiltinType::Coopmat) => Terminal::CooperativeMatrix,
            Token::BuiltinType(ty) => {
                // `unsigned int` of GL_EXT_gpu_shader4, whose first word is `uint` already.
                if self.has_unsigned_int
                    && ty == BuiltinType::Uint
                    && matches!(
                        self.tokens.get(self.position),
                        Some((Token::BuiltinType(BuiltinType::Int), _))
                    )
                {
                    self.position += 1;
                }
                Terminal::BuiltinType(ty)
            }
            Token::Qualifier(qualifier) => Terminal::Qualifier(qualifier),
            Token::Keyword(word) => self.word(word),
            Token::BoolLiteral(_)
            | Token::IntLiteral(_)
            | Token::UintLiteral(_)
            | Token::Int64Literal(_)
            | Token::Uint64Literal(_)
            | Token::Int16Literal(_)
            | Token::Uint16Literal(_)
            | Token::FloatLiteral(_)
            | Token::DoubleLiteral(_)
            | Token::HalfLiteral(_) => Terminal::Literal(self.position as u32 - 1),
            Token::StringLiteral(text) => Terminal::String(text),
        })
    }
}

impl Iterator for Adapter<'_> {
    type Item = Result<(Span, Terminal, Span), Stop>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.read.set(self.position);
        let &(token, span) = self.tokens.get(self.position)?;
        self.position += 1;
        self.last = span;
        Some(self.terminal(token).map(|terminal| (span, terminal, span)).ok_or(Stop::Limit))
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Declarations.
    Declarations,
    /// The rest of a function.
    FunctionRest,
}

/// Parses a whole shader.
pub(crate) fn parse<'a>(tokens: &'a [Spanned], read: &Cell<usize>, cx: &mut Lowering<'a>, limits: &Limits) {
    cx.tokens = tokens;
    let brackets = bracket_ends(tokens);
    let declarations = grammar::TranslationUnitParser::new();
    let rest = grammar::FunctionRestParser::new();
    let (mut start, mut mode) = (0, Mode::Declarations);
    while start <= tokens.len() && !cx.sink.is_full() {
        let mut adapter = Adapter {
            tokens,
            has_unsigned_int: cx.dialect.version.number < 130,
            read,
            brackets: &brackets,
            position: start,
            depth: 0,
            inner: 0,
            for_head: None,
            unary: 0,
            angle: None,
            limit: limits.nesting,
            last: Span::default(),
        };
        let result = match mode {
            Mode::Declarations => declarations.parse(cx, &mut adapter),
            Mode::FunctionRest => rest.parse(cx, &mut adapter),
        };
        let at = adapter.last;
        // The token that was read last: the one in error, or the one behind what was reduced.
        let error = adapter.position.saturating_sub(1);
        match result {
            Ok(()) if mode == Mode::Declarations => return,
            Ok(()) => return cx.unexpected_end(at, &[]),
            Err(ParseError::User { error: Stop::FunctionEnd }) => {
                mode = Mode::Declarations;
                start = if adapter.position < tokens.len() { error } else { function_end(tokens, error) };
                continue;
            }
            Err(ParseError::User { error: Stop::Limit }) => {
                if !cx.has_reported_nesting() {
                    cx.report_nesting(at);
                }
                return;
            }
            Err(ParseError::UnrecognizedEof { location, expected }) => {
                return cx.unexpected_end(location, &expected);
            }
            Err(ParseError::UnrecognizedToken { token: (span, _, _), expected }) => {
                let token = tokens.get(error).map(|&(token, _)| token);
                let stray_else =
                    mode == Mode::FunctionRest && matches!(token, Some(Token::Keyword(Keyword::Else)));
                if !stray_else {
                    cx.unexpected_token(token, span, &expected);
                    let before = error.checked_sub(1).and_then(|before| tokens.get(before));
                    cx.explain_word(before.map(|&(token, _)| token));
                    cx.explain_word(token);
                }
            }
            Err(
                ParseError::InvalidToken { location } | ParseError::ExtraToken { token: (location, _, _) },
            ) => {
                cx.unexpected_token(None, location, &[]);
            }
        }
        if cx.recover() {
            mode = Mode::FunctionRest;
            start = next_statement(tokens, error, &adapter).max(start + 1);
        } else {
            mode = Mode::Declarations;
            start = next_declaration(tokens, start, error + 1);
        }
    }
}

/// Where to go on after the `}` of a function at the end of the tokens: behind it.
fn function_end(tokens: &[Spanned], last: usize) -> usize {
    match tokens.get(last) {
        Some((Token::Punctuator(Punctuator::RightBrace), _)) => tokens.len() + 1,
        _ => last,
    }
}

/// The token where the next statement begins, after a syntax error at token `error`.
fn next_statement(tokens: &[Spanned], error: usize, adapter: &Adapter<'_>) -> usize {
    let in_for_head = adapter.for_head.is_some();
    let mut inner = adapter.inner;
    if let Some((Token::Punctuator(Punctuator::Semicolon), _)) = tokens.get(error)
        && !in_for_head
    {
        return error + 1;
    }
    for (index, (token, _)) in tokens.iter().enumerate().skip(error) {
        let Token::Punctuator(mark) = token else { continue };
        match mark {
            Punctuator::LeftParen | Punctuator::LeftBracket if index > error => inner += 1,
            Punctuator::RightParen | Punctuator::RightBracket if index > error => {
                inner = inner.saturating_sub(1)
            }
            Punctuator::Semicolon if inner == 0 => return index + 1,
            Punctuator::LeftBrace | Punctuator::RightBrace => return index,
            _ => {}
        }
    }
    tokens.len() + 1
}

/// The token where the next declaration begins, after a syntax error in one that began at `start`.
fn next_declaration(tokens: &[Spanned], start: usize, error: usize) -> usize {
    let mut depth = 0u32;
    for (index, (token, _)) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Punctuator(Punctuator::LeftBrace) => depth += 1,
            Token::Punctuator(Punctuator::RightBrace) => {
                depth = depth.saturating_sub(1);
                let ends_block = matches!(
                    tokens.get(index + 1),
                    Some((Token::Punctuator(Punctuator::Semicolon) | Token::Identifier(_), _))
                );
                if depth == 0 && index + 1 >= error && !ends_block {
                    return index + 1;
                }
            }
            Token::Punctuator(Punctuator::Semicolon) if depth == 0 && index + 1 >= error => return index + 1,
            _ => {}
        }
    }
    tokens.len() + 1
}

impl Lowering<'_> {
    /// Whether the last thing reported was nesting beyond the limit.
    fn has_reported_nesting(&self) -> bool {
        self.pending.as_ref().is_some_and(|diagnostic| diagnostic.code == Code::NestingLimit)
    }

    fn unexpected_end(&mut self, at: Span, _expected: &[String]) {
        self.error(Code::SyntaxError, at, "the shader ends in the middle of something");
    }

    /// Says where a name at a syntax error would be a keyword.
    fn explain_word(&mut self, token: Option<Token>) {
        let Some(Token::Identifier(name)) = token else { return };
        if crate::tokens::keywords::word(name).is_some_and(|info| info.token.is_some()) {
            let text = self.symbols.text(name).to_owned();
            let version = self.dialect.version;
            self.note(format!("`{text}` is no keyword in version {version} by itself"));
            self.help_elsewhere(name);
        }
    }

    fn unexpected_token(&mut self, token: Option<Token>, span: Span, expected: &[String]) {
        let found = match token {
            Some(token) => token.describe(self.symbols),
            None => "this".to_owned(),
        };
        self.error(Code::SyntaxError, span, format!("unexpected {found}"));
        if let Some(list) = expected_list(expected) {
            self.note(format!("expected {list}"));
        }
    }
}

/// What could have come instead, when that is short enough to say.
fn expected_list(expected: &[String]) -> Option<String> {
    const LONGEST: usize = 4;
    let mut names: Vec<String> = Vec::new();
    for terminal in expected {
        let name = match terminal.as_str() {
            "IDENT" | "TYPE_IDENT" => "a name".to_owned(),
            "TYPE" | "coopmat" | "spirv_type" => "a type".to_owned(),
            "LITERAL" => "a number".to_owned(),
            "QUALIFIER" | "SPIRV" | "SPIRV_WORD" => "a qualifier".to_owned(),
            "STRING" => "a string".to_owned(),
            "BINARY" | "ASSIGN" => "an operator".to_owned(),
            "JUMP" => "a statement".to_owned(),
            quoted => format!("`{}`", quoted.trim_matches('"')),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (1..=LONGEST).contains(&names.len()).then(|| names.join(", "))
}
