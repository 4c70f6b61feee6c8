//! From preprocessing tokens to the parser's tokens, or to text.

use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::extensions::{Extension, ExtensionSet};
use crate::lexer::{Class, RawKind, end_of_word, is_alone, next_class, token_at};
use crate::literals::parse_number;
use crate::preprocess::Behavior;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{MacroTable, PpKind, PpToken};
use crate::preprocess::recent::ShortWord;
use crate::symbols::Symbol;
use crate::tokens::keywords::{WORD_COUNT, token_of, word};
use crate::tokens::{Punctuator, Token};
use crate::version::{Dialect, Version};
use vitrum_glsl::foreign::{Instead, foreign};
use vitrum_glsl::words::{Word, WordStatus};
use vitrum_ir::SourceId;

/// The braces that were read.
#[derive(Default)]
pub(super) struct Braces {
    /// The number of those that are open.
    depth: usize,
    /// The number of the token that opened the outermost of them.
    start: usize,
    /// The numbers of the tokens of each outermost pair.
    pub(super) outermost: Vec<(usize, usize)>,
}

impl Braces {
    /// Takes note of a token with this number, if it is a brace.
    fn note(&mut self, mark: Punctuator, number: usize) {
        match mark {
            Punctuator::LeftBrace => {
                if self.depth == 0 {
                    self.start = number;
                }
                self.depth += 1;
            }
            Punctuator::RightBrace if self.depth > 0 => {
                self.depth -= 1;
                if self.depth == 0 {
                    self.outermost.push((self.start, number));
                }
            }
            _ => {}
        }
    }
}

/// The token of each word in the dialect in force.
pub(super) struct Words {
    dialect: Dialect,
    /// By word, its entry for the current dialect.
    known: [Known; WORD_COUNT],
}

/// An entry of the table of all words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing yet.
    Unknown,
    Token,
    Identifier,
    /// Rare words, which are looked up.
    Other,
}

#[derive(Clone, Copy)]
enum Role {
    Token(Token),
    /// Words of an extension with `warn`.
    Warned(Token, Extension),
    Reserved,
    Identifier,
}

impl Words {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, known: [Known::Unknown; WORD_COUNT] }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(super) fn set_version(&mut self, version: Version) {
        self.dialect.version = version;
        self.known.fill(Known::Unknown);
    }

    /// Enables the extension and what it implies, or disables it alone.
    pub(super) fn set_extension(&mut self, extension: Extension, behavior: Behavior) {
        self.known.fill(Known::Unknown);
        if behavior == Behavior::Disable {
            self.dialect.extensions.remove(extension);
            self.dialect.warned.remove(extension);
            return;
        }
        let warns = behavior == Behavior::Warn;
        let mut seen = ExtensionSet::EMPTY;
        let mut work = vec![extension];
        while let Some(next) = work.pop() {
            if !seen.insert(next) {
                continue;
            }
            let is_new = self.dialect.extensions.insert(next);
            if !warns {
                self.dialect.warned.remove(next);
            } else if is_new || next == extension {
                self.dialect.warned.insert(next);
            }
            work.extend_from_slice(next.info().implies);
        }
    }

    fn role(&mut self, symbol: Symbol) -> Role {
        let Some(known) = self.known.get_mut(symbol.index()) else { return Role::Identifier };
        match *known {
            Known::Identifier => return Role::Identifier,
            Known::Token => {
                if let Some(token) = token_of(symbol) {
                    return Role::Token(token);
                }
            }
            Known::Unknown | Known::Other => {}
        }
        let role = role(symbol, &self.dialect);
        *known = match role {
            Role::Token(_) => Known::Token,
            Role::Identifier => Known::Identifier,
            Role::Warned(..) | Role::Reserved => Known::Other,
        };
        role
    }
}

fn role(symbol: Symbol, dialect: &Dialect) -> Role {
    let Some(info) = word(symbol) else { return Role::Identifier };
    match (info.availability.status(dialect), token_of(symbol)) {
        (WordStatus::Keyword | WordStatus::Removed, Some(token)) => match warned_extension(&info, dialect) {
            Some(extension) => Role::Warned(token, extension),
            None => Role::Token(token),
        },
        (WordStatus::Reserved, _) => Role::Reserved,
        (WordStatus::Keyword | WordStatus::Removed | WordStatus::Identifier, _) => Role::Identifier,
    }
}

/// The token of a word that is no macro and asks for no message.
fn plain_token(symbol: Symbol, macros: &MacroTable, words: &mut Words) -> Option<Token> {
    if macros.find(symbol).is_some() {
        return None;
    }
    match words.role(symbol) {
        Role::Token(token) => Some(token),
        Role::Identifier => Some(Token::Identifier(symbol)),
        Role::Warned(..) | Role::Reserved => None,
    }
}

/// The extension with `warn` that provides a keyword.
fn warned_extension(info: &Word, dialect: &Dialect) -> Option<Extension> {
    if dialect.warned.is_empty() || info.availability.status(&dialect.without_warned()) == WordStatus::Keyword
    {
        return None;
    }
    info.availability.extensions().iter().copied().find(|&extension| dialect.warned.contains(extension))
}

/// Adds what a malformed number is in other languages, or what it is meant to be.
fn advise_on_number(text: &str, span: Span, is_in_text: bool, diagnostic: Diagnostic) -> Diagnostic {
    let bits = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B"));
    if let Some(value) = bits.and_then(|bits| u32::from_str_radix(bits, 2).ok()) {
        return diagnostic.fix("write it in hexadecimal", span, format!("{value:#x}"));
    }
    if let Some(value) = text.strip_prefix("0o").and_then(|digits| u32::from_str_radix(digits, 8).ok()) {
        return diagnostic.fix("write it in hexadecimal", span, format!("{value:#x}"));
    }
    if text.starts_with('0') && text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let decimal = text.trim_start_matches('0');
        return diagnostic.note("a number that begins with `0` is octal, and has no digits 8 and 9").suggest(
            "write it without the `0`",
            span,
            decimal,
        );
    }
    if text.starts_with('.') && text.contains(['p', 'P']) {
        return diagnostic.note("GLSL has no hexadecimal numbers with a point");
    }
    let plain = text.replace(['_', '\''], "");
    if plain != text && plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return diagnostic.fix("GLSL has no separators of digits", span, plain);
    }
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = text.get(number.len()..).unwrap_or("");
    if matches!(suffix, "d" | "D" | "h" | "H") && is_in_text {
        let at = Span::new(span.start + number.len() as u32, span.end);
        return diagnostic.suggest("remove the suffix", at, "");
    }
    if text.starts_with("0x") || text.starts_with("0X") {
        return diagnostic.note("hexadecimal digits are `0` to `9` and `a` to `f`");
    }
    if suffix.len() > 1 || text.contains(['_']) || suffix == "x" {
        return diagnostic.help("a name cannot begin with a digit");
    }
    diagnostic
}

/// The text of `-E`.
#[derive(Default)]
pub(super) struct Printer {
    text: String,
    position: Option<(SourceId, u32)>,
}

impl Printer {
    pub(super) fn finish(mut self) -> String {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text
    }

    /// Goes to a line of a file, with `#line` if the file changes.
    fn go_to(&mut self, file: SourceId, line: u32, is_main: bool, line_directive: impl FnOnce() -> String) {
        match self.position {
            Some((current, at)) if current == file && at <= line => {
                for _ in at..line {
                    self.text.push('\n');
                }
            }
            None if is_main => {
                for _ in 1..line {
                    self.text.push('\n');
                }
            }
            _ => {
                if !self.text.is_empty() && !self.text.ends_with('\n') {
                    self.text.push('\n');
                }
                self.text.push_str(&line_directive());
            }
        }
        self.position = Some((file, line));
    }

    /// Appends a token, after a space where it would join the text before it.
    fn push(&mut self, token: &str, spaced: bool) {
        let (before, after) = (self.text.bytes().next_back(), token.bytes().next());
        let joins = match (before, after) {
            (Some(before), Some(after)) => runs_together(before, after),
            _ => false,
        };
        let wanted = spaced && before.is_some_and(|byte| byte != b'\n');
        if joins || wanted {
            self.text.push(' ');
        }
        self.text.push_str(token);
    }
}

fn runs_together(before: u8, after: u8) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_operator = |byte: u8| b"+-*/%<>=!&|^".contains(&byte);
    (is_word(before) && (is_word(after) || after == b'.'))
        || (before == b'.' && (after.is_ascii_digit() || after == b'.'))
        || (is_operator(before) && is_operator(after))
}

/// Characters that word processors and keyboards write for others: they, what is meant, its name, and its token.
const LOOK_ALIKES: &[(&str, &str, &str, Option<Punctuator>)] = &[
    (
        "\u{2212}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{ff0d}",
        "-",
        "a minus sign",
        Some(Punctuator::Minus),
    ),
    ("\u{ff0b}", "+", "a plus sign", Some(Punctuator::Plus)),
    ("\u{d7}\u{2217}\u{22c5}\u{b7}\u{ff0a}", "*", "an asterisk", Some(Punctuator::Star)),
    ("\u{f7}\u{2044}\u{2215}\u{ff0f}", "/", "a slash", Some(Punctuator::Slash)),
    ("\u{ff1d}", "=", "an equals sign", Some(Punctuator::Assign)),
    ("\u{2264}", "<=", "`<=`", Some(Punctuator::LessEqual)),
    ("\u{2265}", ">=", "`>=`", Some(Punctuator::GreaterEqual)),
    ("\u{2260}", "!=", "`!=`", Some(Punctuator::BangEqual)),
    ("\u{ff1b}\u{37e}", ";", "a semicolon", Some(Punctuator::Semicolon)),
    ("\u{ff0c}\u{60c}", ",", "a comma", Some(Punctuator::Comma)),
    ("\u{ff08}", "(", "a parenthesis", Some(Punctuator::LeftParen)),
    ("\u{ff09}", ")", "a parenthesis", Some(Punctuator::RightParen)),
    ("\u{ff5b}", "{", "a brace", Some(Punctuator::LeftBrace)),
    ("\u{ff5d}", "}", "a brace", Some(Punctuator::RightBrace)),
    ("\u{a0}\u{2002}\u{2003}\u{2009}\u{202f}\u{3000}", " ", "a space", None),
    ("\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}", "", "nothing: it has no width", None),
    ("\u{201c}\u{201d}\u{201e}", "\"", "a quotation mark", None),
];

impl Preprocessor<'_> {
    /// Passes on tokens of the file up to one that needs more work: a directive, a macro, a fault. Most tokens need
    /// none.
    pub(super) fn emit_plain(&mut self) {
        let Some(frame) = self.frames.last_mut().filter(|_| self.printer.is_none()) else { return };
        let (source, from) = frame.cursor.rest();
        let text = source.as_bytes();
        let (base, before) = (frame.base, self.output.len());
        // Comments and white space before the position are not before the end of the last token.
        let (mut position, mut last_end) = (from, from);
        // Each kind of token is pushed where it is made: moving it costs more than to write it.
        let span = |start: usize, end: usize| Span::new(base + start as u32, base + end as u32);
        while let Some((class, start)) = next_class(text, position) {
            match class {
                Class::Newline => position = start + 1,
                Class::Letter => {
                    let short = ShortWord::at(text, start);
                    match short.and_then(|(word, end)| Some((self.recent.find(word)?, end))) {
                        Some((token, end)) => {
                            self.output.push((token, span(start, end)));
                            position = end;
                        }
                        None => {
                            let end = short.map_or_else(|| end_of_word(text, start), |(_, end)| end);
                            let word = source.get(start..end).filter(|it| self.longest.allows_name(it));
                            let Some(symbol) = word.map(|word| self.session.interner.intern(word)) else {
                                break;
                            };
                            let Some(token) = plain_token(symbol, &self.macros, &mut self.words) else {
                                break;
                            };
                            short.into_iter().for_each(|(word, _)| self.recent.add(word, token));
                            self.output.push((token, span(start, end)));
                            position = end;
                        }
                    }
                }
                Class::Single(mark) => {
                    position = start + 1;
                    self.output.push((Token::Punctuator(mark), span(start, position)));
                }
                Class::Brace(mark) => {
                    position = start + 1;
                    self.braces.note(mark, self.output.len());
                    self.output.push((Token::Punctuator(mark), span(start, position)));
                }
                Class::Operator(mark) if is_alone(text, start) => {
                    position = start + 1;
                    self.output.push((Token::Punctuator(mark), span(start, position)));
                }
                _ => match token_at(text, start, class) {
                    Ok((RawKind::Punctuator(mark), end)) => {
                        self.output.push((Token::Punctuator(mark), span(start, end)));
                        position = end;
                    }
                    Ok((RawKind::Number, end)) => {
                        let number = source.get(start..end).filter(|it| self.longest.allows_number(it));
                        let token = number.map(|number| parse_number(number, &self.words.dialect));
                        let Some(Ok(token)) = token else { break };
                        self.output.push((token, span(start, end)));
                        position = end;
                    }
                    Ok(_) => break,
                    Err(behind) => {
                        position = behind;
                        continue;
                    }
                },
            }
            last_end = position;
        }
        if frame.cursor.is_spliced() {
            for (_, span) in self.output.iter_mut().skip(before) {
                *span = frame.span_of(span.start - base, span.end - base);
            }
        }
        if last_end > from {
            let is_newline = matches!(text.get(last_end - 1), Some(b'\n' | b'\r'));
            frame.go_on_behind(last_end as u32, is_newline);
        }
        if self.output.len() > before {
            self.started |= !frame.of_caller;
            self.seen_token = true;
        }
    }

    /// Emits a token.
    pub(super) fn emit(&mut self, token: PpToken) {
        let span = self.emitted(token);
        self.seen_token = true;
        if self.printer.is_some() {
            self.print_token(token, span);
        } else if let Some(converted) = self.convert(token, span) {
            if let Token::Punctuator(mark) = converted {
                self.braces.note(mark, self.output.len());
            }
            self.output.push((converted, span));
        }
    }

    fn convert(&mut self, token: PpToken, span: Span) -> Option<Token> {
        match token.kind {
            PpKind::Punctuator(punctuator) => Some(Token::Punctuator(punctuator)),
            PpKind::Identifier(symbol) => Some(match self.words.role(symbol) {
                Role::Token(token) => token,
                Role::Warned(token, extension) => {
                    let message =
                        format!("use of `{}` from extension `{}`", self.text(symbol), extension.name());
                    self.report(Code::ExtensionUsed, span, message);
                    token
                }
                Role::Identifier => Token::Identifier(symbol),
                Role::Reserved => {
                    if !self.is_consequence(symbol) && self.reported.insert(symbol) {
                        self.report_reserved(symbol, span);
                    }
                    self.gaps.push(self.output.len());
                    Token::Identifier(symbol)
                }
            }),
            PpKind::Number(symbol) => Some(self.number(symbol, span)),
            PpKind::String(symbol) => {
                let extensions = self.words.dialect.extensions;
                let allowed = [Extension::ExtDebugPrintf, Extension::ExtAbort, Extension::ExtSpirvIntrinsics];
                if !extensions.contains_any(&allowed) {
                    self.report_string(span);
                }
                Some(Token::StringLiteral(symbol))
            }
            PpKind::Hash | PpKind::HashHash => {
                self.report(Code::StrayHash, span, "stray `#` outside of a directive");
                self.gaps.push(self.output.len());
                None
            }
            PpKind::UnterminatedComment => {
                self.report_open_comment(span);
                None
            }
            PpKind::UnterminatedString(_) => {
                let text = self.session.sources.slice(span);
                // It ends before what closes the call and the statement.
                let kept = text.trim_end_matches([')', ';', ' ', '\t', '\r']).len() as u32;
                let end = Span::new(span.start + kept, span.start + kept);
                let diagnostic =
                    Diagnostic::at(Code::UnterminatedString, span, "unterminated string literal");
                self.session.diagnostics.emit(diagnostic.suggest("end it", end, "\""));
                self.is_cut_off = true;
                self.gaps.push(self.output.len());
                None
            }
            PpKind::Unknown(symbol) => self.report_unknown_character(symbol, span),
        }
    }

    pub(super) fn report_open_comment(&mut self, span: Span) {
        let text = self.session.sources.slice(span);
        let line = text.find(['\n', '\r']).unwrap_or(text.len());
        let line_end = text.get(..line).unwrap_or("").trim_end().len() as u32;
        let (open, behind) =
            (Span::new(span.start, span.start + 2), Span::new(span.start + line_end, span.start + line_end));
        let mut diagnostic = Diagnostic::at(Code::UnterminatedComment, open, "unterminated block comment");
        if text.len() > line {
            diagnostic =
                diagnostic.note("the comment reaches the end of the file").suggest("end it", behind, " */");
        }
        self.session.diagnostics.emit(diagnostic);
        self.is_cut_off = true;
    }

    /// Reports a string where no extension allows it.
    #[cold]
    fn report_string(&mut self, span: Span) {
        self.gaps.push(self.output.len());
        let callee = match self.output.as_slice() {
            [.., (Token::Identifier(name), at), (Token::Punctuator(Punctuator::LeftParen), _)] => {
                Some((self.text(*name).to_owned(), *at))
            }
            _ => None,
        };
        let printf = Extension::ExtDebugPrintf.name();
        let message = format!("string literals require `{printf}` or `GL_EXT_spirv_intrinsics`");
        let diagnostic = Diagnostic::at(Code::UnexpectedString, span, message);
        let diagnostic = match callee.as_ref().map(|(name, at)| (name.as_str(), *at)) {
            Some((name @ ("printf" | "debugPrintfEXT"), at)) => {
                let behind =
                    crate::compile::behind_version(self.session.sources, self.main, self.version_span);
                let mut edits = vec![Edit { span: behind, text: format!("#extension {printf} : require\n") }];
                if name == "printf" {
                    edits.push(Edit { span: at, text: "debugPrintfEXT".to_owned() });
                }
                let title = format!("`{printf}` has `debugPrintfEXT`");
                diagnostic.with_fix(Fix { title, edits, certain: self.included == 0 })
            }
            _ => diagnostic.help("GLSL has neither characters nor strings: use a number"),
        };
        self.session.diagnostics.emit(diagnostic);
    }

    /// Reports a character that begins no token; gives the token that it looks like.
    #[cold]
    fn report_unknown_character(&mut self, symbol: Symbol, span: Span) -> Option<Token> {
        let meant = self
            .text(symbol)
            .chars()
            .next()
            .and_then(|letter| LOOK_ALIKES.iter().find(|row| row.0.contains(letter)));
        if meant.is_none() {
            self.gaps.push(self.output.len());
            // A quotation mark has a partner.
            let is_quote = matches!(self.text(symbol), "\'" | "`" | "\u{2018}" | "\u{2019}");
            let known = if is_quote { self.session.interner.intern("\'") } else { symbol };
            if !self.reported.insert(known) {
                return None;
            }
        }
        let text = self.text(symbol).to_owned();
        let shown = text.escape_debug().to_string();
        let letter = text.chars().next()?;
        let number = u32::from(letter);
        let message = match number {
            0x21..0x7f => format!("unknown character `{shown}`"),
            _ => format!("unknown character `{shown}` (U+{number:04X})"),
        };
        let mut diagnostic = Diagnostic::at(Code::UnknownCharacter, span, message);
        let meant = LOOK_ALIKES.iter().find(|row| row.0.contains(letter));
        if let Some((_, ascii, name, _)) = meant {
            diagnostic = diagnostic.note(format!("it looks like {name}")).fix(
                format!("write `{ascii}`"),
                span,
                *ascii,
            );
        } else {
            diagnostic = self.advise_on_character(letter, span, diagnostic);
        }
        self.session.diagnostics.emit(diagnostic);
        meant.and_then(|row| row.3).map(Token::Punctuator)
    }

    /// Adds what a character that GLSL lacks is in other languages.
    fn advise_on_character(&self, letter: char, span: Span, diagnostic: Diagnostic) -> Diagnostic {
        let sources = &self.session.sources;
        let rest = sources.file_at(span.start).and_then(|file| {
            let from = span.end.checked_sub(sources.start(file))?;
            sources.text(file).get(from as usize..)
        });
        let rest = rest.unwrap_or("");
        match letter {
            '\'' | '`' | '\u{2018}' | '\u{2019}' => {
                diagnostic.note("GLSL has neither characters nor strings: use a number")
            }
            '@' if rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) => {
                diagnostic.help("GLSL has no attributes with `@`: a location is `layout(location = 0) in`")
            }
            '$' => diagnostic.help("names are made of letters, digits and `_`"),
            '\\' if rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) => {
                let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                let gap = Span::new(span.end, span.end + blank as u32);
                diagnostic.note("a `\\` continues a line only at its very end").fix(
                    "remove the space behind it",
                    gap,
                    "",
                )
            }
            _ if letter.is_alphabetic() => {
                diagnostic.help("names are made of letters of ASCII, digits and `_`")
            }
            _ => diagnostic,
        }
    }

    fn number(&mut self, symbol: Symbol, span: Span) -> Token {
        let text = self.session.interner.text(symbol);
        match parse_number(text, &self.words.dialect) {
            Ok(token) => token,
            Err(fault) => {
                let shown: String = text.chars().take(60).collect();
                let message = format!("{}: `{shown}`", fault.message);
                let mut diagnostic = Diagnostic::at(fault.code, span, message);
                let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
                let is_in_text = span.end - span.start == text.len() as u32;
                if fault.code == Code::MalformedNumber {
                    self.gaps.push(self.output.len());
                    if !self.reported.insert(symbol) {
                        return fault.token;
                    }
                    diagnostic = advise_on_number(text, span, is_in_text, diagnostic);
                }
                let version = self.words.dialect.version;
                let mut extensions = fault.lacking.into_iter().flat_map(Feature::extensions);
                if let Some(extension) = extensions.find(|it| it.exists_in(version)) {
                    diagnostic = diagnostic.help(format!("add `#extension {} : require`", extension.name()));
                }
                if fault.code == Code::NumberNeedsVersion && is_in_text && !text.starts_with("0x") {
                    let suffix = Span::new(span.start + number.len() as u32, span.end);
                    diagnostic = diagnostic.suggest("remove the suffix", suffix, "");
                }
                self.session.diagnostics.emit(diagnostic);
                fault.token
            }
        }
    }

    /// True if a reserved word follows from another one that was reported: one of the same statement, or `switch`.
    #[cold]
    fn is_consequence(&self, symbol: Symbol) -> bool {
        let is_end = |token: Token| {
            matches!(
                token,
                Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace)
            )
        };
        /// The number of tokens that are looked at.
        const MOST: usize = 256;
        let before = self.output.iter().rev().take(MOST).take_while(|row| !is_end(row.0)).count();
        let in_statement =
            self.gaps.last().is_some_and(|&gap| gap >= self.output.len() - before && before > 0);
        let is_label = matches!(self.text(symbol), "case" | "default");
        let switch = self.session.interner.get("switch");
        in_statement || is_label && switch.is_some_and(|word| self.reported.contains(&word))
    }

    fn report_reserved(&mut self, symbol: Symbol, span: Span) {
        let version = self.words.dialect.version;
        let name = self.text(symbol);
        let message = format!("`{name}` is a reserved keyword in version {version}");
        let mut diagnostic = Diagnostic::at(Code::ReservedWord, span, message);
        let rest = self.session.sources.file_at(span.start).and_then(|file| {
            let from = span.end.checked_sub(self.session.sources.start(file))?;
            self.session.sources.text(file).get(from as usize..)
        });
        let rest = rest.unwrap_or("");
        let behind = rest.trim_start_matches(' ');
        let blank = (rest.len() - behind.len()) as u32;
        match foreign(name) {
            // An attribute, which an extension has.
            Some((_, Instead::Nothing(_))) if behind.starts_with([']', ',']) => {}
            Some((_, Instead::Nothing(title))) => {
                diagnostic = diagnostic.fix(title, Span::new(span.start, span.end + blank), "");
            }
            Some((_, Instead::Word(word))) => {
                // `unsigned int`
                let joined = behind.strip_prefix("int").filter(|rest| rest.starts_with([' ', '\t']));
                let end = span.end + joined.map_or(0, |_| blank + 3);
                diagnostic = diagnostic.fix(format!("write `{word}`"), Span::new(span.start, end), word);
            }
            Some((_, Instead::Likely(word, note))) => {
                diagnostic = diagnostic.note(note).suggest(format!("write `{word}`"), span, word);
            }
            Some((_, Instead::Advice(advice))) => diagnostic = diagnostic.help(advice),
            None if behind.starts_with(['=', ';', ',', ')', '[', '+', '-', '*', '/', '.']) => {
                diagnostic = diagnostic.help(format!("choose another name, such as `{name}_`"));
            }
            None => {}
        }
        if let Some(info) = word(symbol) {
            if let Some(first) = info.availability.first_version(version.is_es()) {
                diagnostic = diagnostic.help(format!("`{name}` is a keyword since version {first}"));
            }
            let usable = |extension: &&Extension| extension.exists_in(version);
            if let Some(extension) = info.availability.extensions().iter().find(usable) {
                diagnostic =
                    diagnostic.help(format!("`{name}` is a keyword with extension `{}`", extension.name()));
            }
        }
        self.session.diagnostics.emit(diagnostic.with_severity(Severity::Error));
    }

    fn print_token(&mut self, token: PpToken, span: Span) {
        self.print_at(span);
        let mut text = String::new();
        self.spell(token, &mut text);
        if let Some(printer) = &mut self.printer {
            printer.push(&text, token.spaced);
        }
    }

    /// Prints a directive that stays.
    pub(super) fn print_directive(&mut self, hash: Span, end: u32) {
        if self.printer.is_none() {
            return;
        }
        self.print_at(hash);
        let text = self.session.sources.slice(Span::new(hash.start, end)).trim_end();
        if let Some(printer) = &mut self.printer {
            printer.push(text, false);
            if let Some((_, line)) = &mut printer.position {
                *line += text.matches('\n').count() as u32;
            }
        }
    }

    fn print_at(&mut self, span: Span) {
        let sources = &self.session.sources;
        let (Some(file), Some(physical)) = (sources.file_at(span.start), sources.physical_line(span.start))
        else {
            return;
        };
        let number = self.frames.last().map_or(0, |frame| frame.number);
        let version = self.words.dialect.version;
        let line = sources.location(span.start).map_or(physical, |location| location.line);
        if let Some(printer) = &mut self.printer {
            printer.go_to(file, physical, file == self.main, || {
                // Up to 150 `#line` numbers its own line, not the next one.
                let own = u32::from(!Feature::LineNumbersNext.is_in(version));
                format!("#line {} {number}\n", line.saturating_sub(own))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Braces;
    use crate::tokens::Punctuator::{LeftBrace, RightBrace};

    #[test]
    fn a_brace_without_its_partner_ends_no_body() {
        let mut braces = Braces::default();
        // {}  }  {{}}  {{}{}
        let marks = [LeftBrace, RightBrace, RightBrace, LeftBrace, LeftBrace, RightBrace, RightBrace];
        let open = [LeftBrace, LeftBrace, RightBrace, LeftBrace, RightBrace];
        for (number, mark) in marks.into_iter().chain(open).enumerate() {
            braces.note(mark, number);
        }
        assert_eq!(braces.outermost, [(0, 1), (3, 6)]);
    }
}
