//! The state of the preprocessor, the stack of files, and macro expansion.
//!
//! Expansion follows C (C11 6.10.3), without recursion except for arguments. The expansion of a macro is a [`Context`]
//! on a stack, and while it is there the macro is disabled. A name that is found in this state stays as it is for good
//! ([`PpToken::inert`]).

use rustc_hash::FxHashSet;
use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic};
use crate::lexer::{Cursor, Raw, RawKind, single_token};
use crate::preprocess::conditions::Conditional;
use crate::preprocess::directives::Directive;
use crate::preprocess::macros::{Body, MacroId, MacroTable, PpKind, PpToken};
use crate::preprocess::output::{Braces, Printer, Words};
use crate::preprocess::recent::RecentWords;
use crate::preprocess::trace::{Level, Trace};
use crate::preprocess::{
    DEFINES_NAME, Expansion, Expansions, ExtensionState, ExtensionUse, Options, PREAMBLE_NAME, Pragma,
    Preprocessed, Session,
};
use crate::spelling::counted;
use crate::symbols::{Interner, Symbol};
use crate::tokens::keywords::name_symbol;
use crate::tokens::{Punctuator, Token};
use crate::version::{Dialect, Version};
use vitrum_glsl::macros::Name;
use vitrum_ir::SourceId;

/// A file that is being read.
pub(super) struct Frame {
    pub(super) cursor: Cursor,
    pub(super) file: SourceId,
    /// Offset of the file in the source map.
    pub(super) base: u32,
    /// True if only white space and comments have been read on this line.
    at_line_start: bool,
    /// The end of the last token, to detect gaps.
    previous_end: u32,
    /// The value of `__FILE__`: the number of the source string, or a name that `#line` gave.
    pub(super) number: i64,
    pub(super) name: Option<Symbol>,
    /// True if it holds the caller's definitions, which are not part of the program.
    pub(super) of_caller: bool,
}

/// The maximum length of a name (GLSL 4.60 section 3.7, ESSL 3.20 section 3.8).
const LONGEST_NAME: u32 = 1024;

/// The maximum length of tokens.
#[derive(Clone, Copy)]
pub(super) struct Longest {
    name: u32,
    number: u32,
}

impl Longest {
    /// WebGL limits all tokens, ESSL and GLSL names.
    fn of(options: &Options<'_>) -> Self {
        match options.webgl.map(|context| context.webgl.longest_token()) {
            Some(limit) => Self { name: limit, number: limit },
            None => Self { name: LONGEST_NAME, number: u32::MAX },
        }
    }

    /// True if a name is not too long.
    pub(super) fn allows_name(self, name: &str) -> bool {
        name.len() <= self.name as usize
    }

    /// True if a number is not too long.
    pub(super) fn allows_number(self, number: &str) -> bool {
        number.len() <= self.number as usize
    }

    /// The limit that a token exceeds.
    fn exceeded_by(self, token: Raw) -> Option<u32> {
        let limit = match token.kind {
            RawKind::Identifier => self.name,
            RawKind::Number => self.number,
            _ => return None,
        };
        (token.end - token.start > limit).then_some(limit)
    }
}

impl Frame {
    /// The next token and whether there is a gap before it; newlines are tokens here.
    pub(super) fn raw(&mut self) -> Option<(Raw, bool)> {
        let raw = self.cursor.peek()?;
        let spaced = raw.start != self.previous_end;
        self.go_on_behind(raw.end, raw.kind == RawKind::Newline);
        Some((raw, spaced))
    }

    /// Continues behind a token, the next one or a later one, at its end.
    pub(super) fn go_on_behind(&mut self, end: u32, is_newline: bool) {
        self.cursor.go_on(end);
        self.previous_end = end;
        self.at_line_start = is_newline;
    }

    /// The span of a token in the source map. Calls must be in ascending order.
    pub(super) fn span(&mut self, raw: Raw) -> Span {
        self.span_of(raw.start, raw.end)
    }

    /// The span of a part of the text that the cursor reads. Calls must be in ascending order.
    pub(super) fn span_of(&mut self, from: u32, to: u32) -> Span {
        let start = self.cursor.original(from);
        let end = self.cursor.original(to.saturating_sub(1)) + u32::from(to > from);
        Span::new(self.base + start, self.base + end)
    }

    fn token(&mut self, raw: Raw, spaced: bool, longest: Longest, session: &mut Session<'_>) -> PpToken {
        let kind = pp_kind(raw.kind, self.cursor.slice(raw), session.interner);
        let span = self.span(raw);
        if let Some(limit) = longest.exceeded_by(raw) {
            let what = if raw.kind == RawKind::Identifier { "identifier" } else { "token" };
            let message = format!("{what} exceeds the limit of {limit} characters");
            session.diagnostics.report(Code::NameTooLong, span, message);
        }
        PpToken { kind, spaced, from_body: false, inert: false, span }
    }
}

/// The text between the quotes of a string.
fn unquoted(text: &str) -> &str {
    let text = text.strip_prefix('"').unwrap_or(text);
    text.strip_suffix('"').unwrap_or(text)
}

fn pp_kind(kind: RawKind, text: &str, interner: &mut Interner) -> PpKind {
    match kind {
        RawKind::Identifier => PpKind::Identifier(interner.intern(text)),
        RawKind::Number => PpKind::Number(interner.intern(text)),
        RawKind::String => PpKind::String(interner.intern(unquoted(text))),
        RawKind::Punctuator(punctuator) => PpKind::Punctuator(punctuator),
        RawKind::Hash => PpKind::Hash,
        RawKind::HashHash => PpKind::HashHash,
        RawKind::UnterminatedString => PpKind::UnterminatedString(interner.intern(text)),
        RawKind::UnterminatedComment => PpKind::UnterminatedComment,
        RawKind::Newline | RawKind::Unknown => PpKind::Unknown(interner.intern(text)),
    }
}

/// Tokens to be read before the rest of the file.
struct Context {
    tokens: ContextTokens,
    position: usize,
    /// True if a gap precedes the first token.
    spaced: bool,
    /// The macro that is enabled again when they are read.
    of: Option<MacroId>,
    /// The name that is expanded, where it is written.
    at: Span,
}

enum ContextTokens {
    /// The body of an object-like macro.
    Body(MacroId),
    Owned(Vec<PpToken>),
}

/// The lower bound of an expansion's reads: contexts above `contexts`, and then the file if `file`.
#[derive(Clone, Copy)]
struct Floor {
    contexts: usize,
    file: bool,
}

const FILE: Floor = Floor { contexts: 0, file: true };

/// The tokens of a macro call's arguments, end to end.
#[derive(Default)]
struct Arguments {
    tokens: Vec<PpToken>,
    /// The end of each argument.
    ends: Vec<usize>,
}

impl Arguments {
    fn get(&self, index: usize) -> &[PpToken] {
        let start = match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0),
            None => 0,
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.tokens.get(start..end).unwrap_or(&[])
    }
}

pub(super) struct Preprocessor<'a> {
    pub(super) session: Session<'a>,
    pub(super) options: &'a Options<'a>,
    pub(super) main: SourceId,
    pub(super) frames: Vec<Frame>,
    pub(super) macros: MacroTable,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) words: Words,
    pub(super) recent: RecentWords,
    pub(super) longest: Longest,
    /// True if a token or directive of the program was seen, so that `#version` comes too late.
    pub(super) started: bool,
    /// True if a token of the program was emitted, so that `#extension` comes late.
    pub(super) seen_token: bool,
    /// True if an `#if` is being evaluated, where `defined` is an operator.
    pub(super) in_condition: bool,
    /// True if the condition limit was reported.
    pub(super) reported_depth: bool,
    /// The files with `#pragma once`.
    pub(super) once: FxHashSet<String>,
    /// The number of included files.
    pub(super) included: i64,
    /// True if a part of the text is missing, after a fault that was reported.
    pub(super) is_cut_off: bool,
    /// The numbers of tokens before which something was left out, after a fault that was reported.
    pub(super) gaps: Vec<usize>,
    /// Macros that could not be defined, after a fault that was reported.
    pub(super) failed_macros: Vec<Symbol>,
    /// True if the version is not known, after a fault that was reported.
    pub(super) is_without_version: bool,
    /// Reserved words and unknown characters that were reported: each is once.
    pub(super) reported: FxHashSet<Symbol>,
    /// Names that conditions use and nothing defines.
    pub(super) undefined: FxHashSet<Symbol>,
    pub(super) version_span: Option<Span>,
    pub(super) extensions: Vec<ExtensionUse>,
    pub(super) states: Vec<ExtensionState>,
    pub(super) pragmas: Vec<Pragma>,
    pub(super) skipped: Vec<Span>,
    pub(super) output: Vec<(Token, Span)>,
    pub(super) braces: Braces,
    pub(super) printer: Option<Printer>,
    expansions: Vec<Expansion>,
    trace: Option<Trace>,
    contexts: Vec<Context>,
    /// A token of the file that was pushed back.
    pushed: Option<PpToken>,
    /// The use of the macro that is being expanded.
    pub(super) use_site: Span,
    /// Tokens that macros may still make.
    budget: usize,
    /// Tokens that macros may make in all.
    limit: usize,
    argument_depth: usize,
    /// The progress in reading `defined (NAME`.
    defined_progress: DefinedProgress,
    /// True if macros that name themselves are looked for.
    asks_for_recursion: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DefinedProgress {
    None,
    AfterDefined,
    AfterParen,
}

impl<'a> Preprocessor<'a> {
    pub(super) fn new(
        session: Session<'a>,
        file: SourceId,
        options: &'a Options<'a>,
        printer: Option<Printer>,
    ) -> Self {
        let dialect = Dialect { vulkan: options.vulkan, ..Dialect::new(options.default_version) };
        let limit = options.limits.expanded_tokens_of(session.sources.text(file).len());
        let asks_for_recursion = session.diagnostics.asked().has(Code::RecursiveMacro);
        let mut this = Self {
            session,
            options,
            main: file,
            frames: Vec::new(),
            macros: MacroTable::new(dialect, options.stage, options.webgl),
            conditionals: Vec::new(),
            words: Words::new(dialect),
            recent: RecentWords::new(),
            longest: Longest::of(options),
            started: false,
            seen_token: false,
            in_condition: false,
            reported_depth: false,
            once: FxHashSet::default(),
            included: 0,
            is_cut_off: false,
            gaps: Vec::new(),
            failed_macros: Vec::new(),
            is_without_version: false,
            reported: FxHashSet::default(),
            undefined: FxHashSet::default(),
            version_span: None,
            extensions: Vec::new(),
            states: Vec::new(),
            pragmas: Vec::new(),
            skipped: Vec::new(),
            output: Vec::new(),
            braces: Braces::default(),
            printer,
            expansions: Vec::new(),
            trace: options.trace_from.map(Trace::new),
            contexts: Vec::new(),
            pushed: None,
            use_site: Span::default(),
            budget: limit,
            limit,
            argument_depth: 0,
            defined_progress: DefinedProgress::None,
            asks_for_recursion,
        };
        this.push_frame(file, 0, false);
        if !options.preamble.is_empty() && !this.begins_with_version() {
            this.push_preamble();
        }
        this.push_defines();
        this
    }

    /// Takes the list for the tokens, and makes room in it.
    pub(super) fn write_to(&mut self, tokens: Vec<(Token, Span)>) {
        self.output = tokens;
        // Few tokens are shorter than two bytes, with the white space around them.
        self.output.reserve(self.session.sources.text(self.main).len() / 2);
    }

    /// Pushes a file: it is read before the files below it.
    pub(super) fn push_frame(&mut self, file: SourceId, number: i64, of_caller: bool) {
        let cursor = Cursor::new(self.session.sources.text(file));
        let base = self.session.sources.start(file);
        self.frames.push(Frame {
            cursor,
            file,
            base,
            at_line_start: true,
            previous_end: 0,
            number,
            name: None,
            of_caller,
        });
    }

    /// Makes a file of the caller's definitions.
    fn push_defines(&mut self) {
        if self.options.defines.is_empty() {
            return;
        }
        let mut text = String::new();
        for (name, body) in self.options.defines {
            let body = body.replace(['\n', '\r'], " ");
            text.push_str(&format!("#define {name} {body}\n"));
        }
        self.push_text_of_caller(DEFINES_NAME, text, true);
    }

    /// True if the first token of the main file is a `#version` directive's.
    fn begins_with_version(&self) -> bool {
        let mut cursor = Cursor::new(self.session.sources.text(self.main));
        let mut next = || {
            let raw = cursor.peek()?;
            cursor.go_on(raw.end);
            Some((raw.kind, cursor.slice(raw) == Directive::Version.text()))
        };
        let mut first = next();
        while matches!(first, Some((RawKind::Newline, _))) {
            first = next();
        }
        matches!(first, Some((RawKind::Hash, _))) && matches!(next(), Some((RawKind::Identifier, true)))
    }

    /// Makes a file of the caller's preamble.
    pub(super) fn push_preamble(&mut self) {
        if !self.options.preamble.is_empty() {
            self.push_text_of_caller(PREAMBLE_NAME, self.options.preamble.to_owned(), false);
        }
    }

    fn push_text_of_caller(&mut self, name: &str, text: String, of_caller: bool) {
        match self.session.sources.add(name, text) {
            Ok(file) => self.push_frame(file, 0, of_caller),
            Err(_) => {
                self.report(Code::SourceTooLarge, Span::default(), "texts of the caller exceed 4 GiB");
            }
        }
    }

    #[cold]
    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.session.diagnostics.report(code, span, message);
    }

    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.session.interner.text(symbol)
    }

    /// Reads everything.
    pub(super) fn run(&mut self) {
        loop {
            if self.pushed.is_none() {
                self.emit_plain();
            }
            let Some(token) = self.file_token() else { return };
            let macro_id = match token.kind {
                PpKind::Identifier(name) => self.macros.find(name),
                _ => None,
            };
            match macro_id {
                Some(id) => self.expand_use(token, id),
                None => self.emit(token),
            }
        }
    }

    pub(super) fn finish(mut self) -> (Preprocessed, String) {
        // Directives hold for the whole shader there, and later ones take precedence (WebGL 1.0 section 6.31).
        if self.is_essl_1_of_webgl() && !self.states.is_empty() {
            let Dialect { extensions, warned, .. } = self.words.dialect();
            self.states = vec![ExtensionState { position: 0, enabled: extensions, warned }];
        }
        let sources = &self.session.sources;
        let end = sources.start(self.main) + sources.text(self.main).len() as u32;
        let result = Preprocessed {
            tokens: self.output,
            bodies: self.braces.outermost,
            end: Span::new(end, end),
            dialect: self.words.dialect(),
            is_cut_off: self.is_cut_off,
            gaps: self.gaps,
            failed_macros: self.failed_macros,
            macros: self.macros,
            is_without_version: self.is_without_version,
            version_span: self.version_span,
            extensions: self.extensions,
            states: self.states,
            pragmas: self.pragmas,
            expansions: Expansions::new(self.expansions),
            skipped: self.skipped,
            trace: self.trace,
        };
        (result, self.printer.map(Printer::finish).unwrap_or_default())
    }

    /// Stops: nothing more is read.
    pub(super) fn stop(&mut self) {
        self.frames.clear();
        self.conditionals.clear();
        self.contexts.clear();
        self.pushed = None;
        self.budget = 0;
    }

    /// The next token of the files; directives before it are executed.
    fn file_token(&mut self) -> Option<PpToken> {
        if let Some(token) = self.pushed.take() {
            return Some(token);
        }
        loop {
            let frame = self.frames.last_mut()?;
            let first = frame.at_line_start;
            let Some((raw, spaced)) = frame.raw() else {
                self.end_file();
                continue;
            };
            if raw.kind == RawKind::Newline {
                continue;
            }
            if first && raw.kind == RawKind::Hash {
                let hash = frame.span(raw);
                self.directive(hash);
                continue;
            }
            if first && raw.kind == RawKind::HashHash {
                let hashes = frame.span(raw);
                if self.doubled(hashes) {
                    continue;
                }
            }
            let frame = self.frames.last_mut()?;
            self.started |= !frame.of_caller;
            return Some(frame.token(raw, spaced || first, self.longest, &mut self.session));
        }
    }

    /// The tokens up to the end of the line, and the end of the line.
    pub(super) fn rest_of_line(&mut self) -> (Vec<PpToken>, u32) {
        let mut line = Vec::new();
        let mut end = 0;
        while let Some(frame) = self.frames.last_mut() {
            let Some((raw, spaced)) = frame.raw() else {
                end = frame.base + self.session.sources.text(frame.file).len() as u32;
                break;
            };
            if raw.kind == RawKind::Newline {
                end = frame.span(raw).start;
                break;
            }
            let token = frame.token(raw, spaced, self.longest, &mut self.session);
            if token.kind == PpKind::UnterminatedComment {
                self.report_open_comment(token.span);
            } else {
                line.push(token);
            }
        }
        (line, end)
    }

    fn end_file(&mut self) {
        self.close_conditionals();
        if let Some(frame) = self.frames.pop() {
            let version = self.words.dialect().version;
            let continuation = frame.cursor.first_continuation();
            let is_allowed = self.options.webgl.is_some()
                || Feature::LineContinuation.is_enabled_in(&self.words.dialect());
            if let (Some(offset), false) = (continuation, is_allowed) {
                let at = Span::new(frame.base + offset, frame.base + offset + 1);
                let message = format!("version {version} does not support line continuation");
                self.report(Code::LineContinuation, at, message);
            }
        }
    }

    /// Expands the use of a macro in a file.
    fn expand_use(&mut self, token: PpToken, id: MacroId) {
        self.use_site = token.span;
        let expansion = self.expansions.len();
        let data = self.macros.get(id);
        let (name, definition) = (data.name, data.definition);
        self.expansions.push(Expansion { use_site: token.span, name, definition });
        if self.enter(token, id, FILE) {
            while let Some(token) = self.next_expanded(Floor { file: false, ..FILE }, true) {
                self.emit(token);
            }
        } else {
            self.expansions.truncate(expansion);
            self.emit(token);
        }
        let use_site = self.use_site;
        if let Some(record) = self.expansions.get_mut(expansion) {
            record.use_site = use_site;
        }
    }

    /// Expands a list of tokens on its own.
    pub(super) fn expand_list(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        if self.argument_depth >= self.options.limits.argument_depth {
            let limit = self.options.limits.argument_depth;
            let message = format!("macro calls within arguments are nested more than {limit} levels deep");
            self.report(Code::MacroArgumentDepth, self.use_site, message);
            self.stop();
            return Vec::new();
        }
        if !self.charge(tokens.len()) {
            return Vec::new();
        }
        self.argument_depth += 1;
        let floor = Floor { contexts: self.contexts.len(), file: false };
        let tokens = ContextTokens::Owned(tokens);
        self.contexts.push(Context { tokens, position: 0, spaced: false, of: None, at: Span::default() });
        let mut expanded = Vec::new();
        while let Some(token) = self.next_expanded(floor, false) {
            expanded.push(token);
        }
        self.argument_depth -= 1;
        expanded
    }

    /// The next token above the floor that is no macro; `calls_into_file` lets the arguments of a
    /// call be taken from the file.
    fn next_expanded(&mut self, floor: Floor, calls_into_file: bool) -> Option<PpToken> {
        loop {
            let token = self.context_token(floor)?;
            let PpKind::Identifier(name) = token.kind else {
                self.advance_defined(token);
                return Some(token);
            };
            let is_operator = self.in_condition && name == name_symbol(Name::Defined);
            if self.advance_defined(token) || token.inert || is_operator {
                if token.inert && self.asks_for_recursion {
                    self.warn_recursion(name);
                }
                return Some(token);
            }
            let Some(id) = self.macros.find(name) else { return Some(token) };
            if !self.enter(token, id, Floor { file: calls_into_file, ..floor }) {
                return Some(token);
            }
        }
    }

    /// Warns, once a macro, of a name that stays as it is within its own expansion. A macro that is only its own name means
    /// nothing else, and one that selects a member of its name is short for the member.
    #[cold]
    fn warn_recursion(&mut self, name: Symbol) {
        let Some(data) = self.macros.find(name).map(|id| self.macros.get(id)) else { return };
        let is_own = |token: &PpToken| token.kind == PpKind::Identifier(name);
        let is_meant = match &data.body {
            Body::Object(tokens) => {
                let is_dot = |at: usize| tokens[at].kind == PpKind::Punctuator(Punctuator::Dot);
                let mut own = (0..tokens.len()).filter(|&at| is_own(&tokens[at])).peekable();
                own.peek().is_some() && own.all(|at| tokens.len() == 1 || at > 0 && is_dot(at - 1))
            }
            _ => false,
        };
        let Some(definition) = data.definition.filter(|_| !is_meant) else { return };
        let is_new = self
            .session
            .diagnostics
            .diagnostics()
            .iter()
            .all(|known| known.code != Code::RecursiveMacro || known.span() != Some(definition));
        if is_new && self.session.sources.file_at(definition.start) == Some(self.main) {
            let message = format!("macro `{}` is used in its own expansion", self.text(name));
            let diagnostic = Diagnostic::at(Code::RecursiveMacro, definition, message);
            let note = "the name is not expanded again, and stays as it is";
            self.session.diagnostics.emit(diagnostic.secondary(self.use_site, "expanded here").note(note));
        }
    }

    /// Follows the operator `defined`; true for its operand.
    fn advance_defined(&mut self, token: PpToken) -> bool {
        if !self.in_condition {
            return false;
        }
        let before = self.defined_progress;
        let is_defined = token.kind == PpKind::Identifier(name_symbol(Name::Defined));
        let is_paren = token.kind == PpKind::Punctuator(Punctuator::LeftParen);
        self.defined_progress = match before {
            DefinedProgress::None if is_defined => DefinedProgress::AfterDefined,
            DefinedProgress::AfterDefined if is_paren => DefinedProgress::AfterParen,
            DefinedProgress::None | DefinedProgress::AfterDefined | DefinedProgress::AfterParen => {
                DefinedProgress::None
            }
        };
        before != DefinedProgress::None
    }

    /// The next token of the contexts above the floor, unexpanded.
    fn context_token(&mut self, floor: Floor) -> Option<PpToken> {
        while self.contexts.len() > floor.contexts {
            let context = self.contexts.last_mut()?;
            let tokens = match &context.tokens {
                ContextTokens::Body(id) => match &self.macros.get(*id).body {
                    Body::Object(tokens) => tokens.as_slice(),
                    _ => &[],
                },
                ContextTokens::Owned(tokens) => tokens.as_slice(),
            };
            if let Some(&token) = tokens.get(context.position) {
                let spaced = token.spaced || (context.position == 0 && context.spaced);
                context.position += 1;
                return Some(self.marked(PpToken { spaced, ..token }));
            }
            if let Some(id) = context.of {
                self.macros.set_disabled(id, false);
            }
            self.contexts.pop();
        }
        None
    }

    /// A name that is found within its own expansion stays as it is.
    fn marked(&self, token: PpToken) -> PpToken {
        let disabled = match token.kind {
            PpKind::Identifier(name) => self.macros.find(name).is_some_and(|id| self.macros.get(id).disabled),
            _ => false,
        };
        PpToken { inert: token.inert || disabled, ..token }
    }

    /// The next token, unexpanded, and whether it comes from a file.
    fn unexpanded(&mut self, floor: Floor) -> Option<(PpToken, bool)> {
        match self.context_token(floor) {
            Some(token) => Some((token, false)),
            None if floor.file => self.file_token().map(|token| (token, true)),
            None => None,
        }
    }

    /// Consumes the `(` of a call, if it is next.
    fn take_paren(&mut self, floor: Floor) -> bool {
        let Some((token, from_file)) = self.unexpanded(floor) else { return false };
        let is_paren = token.kind == PpKind::Punctuator(Punctuator::LeftParen);
        if !is_paren && from_file {
            self.pushed = Some(token);
        } else if !is_paren && let Some(context) = self.contexts.last_mut() {
            context.position -= 1;
        }
        is_paren
    }

    /// Counts the tokens that a macro makes; false beyond the limit.
    fn charge(&mut self, tokens: usize) -> bool {
        match self.budget.checked_sub(tokens + 1) {
            Some(rest) => self.budget = rest,
            None if self.frames.is_empty() => return false,
            None => {
                let limit = self.limit;
                let message = format!("macro expansion produces more than {limit} tokens");
                self.report(Code::MacroExpansionLimit, self.use_site, message);
                self.stop();
                return false;
            }
        }
        true
    }

    /// Pushes the expansion of a macro; false if this is no use of it.
    fn enter(&mut self, token: PpToken, id: MacroId, floor: Floor) -> bool {
        let (tokens, length) = match &self.macros.get(id).body {
            Body::Object(tokens) => (ContextTokens::Body(id), tokens.len()),
            Body::Function { parameters, .. } => {
                let count = parameters.len();
                if !self.take_paren(floor) {
                    return false;
                }
                let Some(arguments) = self.arguments(token, floor) else { return true };
                let expected = count.max(1);
                let found = arguments.ends.len();
                let tokens = if found != expected || (count == 0 && !arguments.tokens.is_empty()) {
                    self.report_arguments(token, id, found, count);
                    let zero = self.session.interner.intern("0");
                    vec![PpToken { kind: PpKind::Number(zero), inert: false, ..token }]
                } else {
                    self.substitute(id, &arguments)
                };
                let length = tokens.len();
                (ContextTokens::Owned(tokens), length)
            }
            Body::One | Body::Vulkan | Body::Line | Body::File | Body::Version => {
                let kind = self.predefined(token, id);
                (ContextTokens::Owned(vec![PpToken { kind, from_body: true, ..token }]), 1)
            }
        };
        if !self.charge(length) {
            return true;
        }
        self.macros.set_disabled(id, true);
        self.contexts.push(Context {
            tokens,
            position: 0,
            spaced: token.spaced,
            of: Some(id),
            at: token.span,
        });
        true
    }

    /// The value of a macro that the language defines.
    fn predefined(&mut self, token: PpToken, id: MacroId) -> PpKind {
        let frame = self.frames.last();
        let number = match &self.macros.get(id).body {
            Body::Line => {
                // Arguments are replaced at their own position, the body of a macro at the end of its call.
                let at = match token.from_body {
                    true => self.use_site.end.saturating_sub(1).max(self.use_site.start),
                    false => token.span.start,
                };
                i64::from(self.session.sources.location(at).map_or(0, |location| location.line))
            }
            Body::File => {
                if let Some(name) = frame.and_then(|frame| frame.name) {
                    return PpKind::String(name);
                }
                frame.map_or(0, |frame| frame.number)
            }
            Body::Version => i64::from(self.words.dialect().version.number),
            Body::Vulkan => 100,
            Body::One | Body::Object(_) | Body::Function { .. } => 1,
        };
        PpKind::Number(self.session.interner.intern(&number.to_string()))
    }

    /// The arguments of a call, after its `(`; `None` when the `)` is missing.
    fn arguments(&mut self, call: PpToken, floor: Floor) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        let mut depth = 0usize;
        loop {
            let Some((token, from_file)) = self.unexpanded(floor) else {
                if !self.frames.is_empty() || self.budget > 0 {
                    let span = self.shown(call);
                    self.report(Code::MacroUnterminatedCall, span, "missing `)` in macro call");
                    self.is_cut_off = true;
                }
                return None;
            };
            match token.kind {
                PpKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                PpKind::Punctuator(Punctuator::RightParen) if depth == 0 => {
                    if from_file && token.span.end > self.use_site.start {
                        self.use_site.end = token.span.end;
                    }
                    arguments.ends.push(arguments.tokens.len());
                    return Some(arguments);
                }
                PpKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                PpKind::Punctuator(Punctuator::Comma) if depth == 0 => {
                    arguments.ends.push(arguments.tokens.len());
                    continue;
                }
                _ => {}
            }
            arguments.tokens.push(token);
        }
    }

    fn report_arguments(&mut self, call: PpToken, id: MacroId, found: usize, expected: usize) {
        let data = self.macros.get(id);
        let name = self.text(data.name);
        let message = format!("macro `{name}` takes {}, found {found}", counted(expected, "argument"));
        let mut diagnostic = Diagnostic::at(Code::MacroArguments, self.shown(call), message);
        if let Some(definition) = data.definition {
            diagnostic = diagnostic.secondary(definition, "macro defined here");
        }
        self.session.diagnostics.emit(diagnostic);
    }

    /// The span of a token that is emitted: its own one in the trace, if there is one and the token was made by macros.
    pub(super) fn emitted(&mut self, token: PpToken) -> Span {
        let use_site = self.use_site;
        match &mut self.trace {
            Some(trace) if token.from_body => {
                let levels = self.contexts.iter().filter_map(|context| {
                    let data = self.macros.get(context.of?);
                    Some(Level { name: data.name, definition: data.definition, at: context.at })
                });
                trace.add(use_site, token.span, levels)
            }
            _ => self.shown(token),
        }
    }

    /// The span that messages show for a token.
    pub(super) fn shown(&self, token: PpToken) -> Span {
        if token.from_body { self.use_site } else { token.span }
    }

    /// The body of a function-like macro with its arguments in place.
    fn substitute(&mut self, id: MacroId, arguments: &Arguments) -> Vec<PpToken> {
        let Body::Function { parameters, body } = &self.macros.get(id).body else { return Vec::new() };
        let mut expanded: Vec<Option<Vec<PpToken>>> = vec![None; parameters.len()];
        let body = body.clone();
        let mut tokens: Vec<PpToken> = Vec::new();
        let mut paste_next = false;
        // True if the left operand of `##` is empty.
        let mut left_is_empty = true;
        for piece in &body {
            let single = [piece.token];
            let index = piece.parameter.map(usize::from);
            let chunk: &[PpToken] = match index {
                None => &single,
                Some(index) if paste_next || piece.pasted => arguments.get(index),
                Some(index) => {
                    if expanded.get(index).is_some_and(Option::is_none) {
                        let list = self.expanded_argument(arguments.get(index));
                        if let Some(slot) = expanded.get_mut(index) {
                            *slot = Some(list);
                        }
                    }
                    expanded.get(index).and_then(Option::as_deref).unwrap_or(&[])
                }
            };
            // Each copy counts, so that arguments used often do not take more than the limit.
            if chunk.len() > self.budget {
                self.charge(chunk.len());
                return Vec::new();
            }
            let pasted = match (paste_next && !left_is_empty, tokens.last(), chunk.first()) {
                (true, Some(&left), Some(&right)) => self.paste(left, right),
                _ => None,
            };
            let from = tokens.len();
            match pasted {
                Some(token) => {
                    tokens.pop();
                    tokens.push(token);
                    tokens.extend_from_slice(chunk.get(1..).unwrap_or(&[]));
                }
                None => tokens.extend_from_slice(chunk),
            }
            if index.is_some()
                && pasted.is_none()
                && let Some(first) = tokens.get_mut(from)
            {
                first.spaced = piece.token.spaced;
            }
            left_is_empty = if paste_next { left_is_empty && chunk.is_empty() } else { chunk.is_empty() };
            paste_next = piece.pasted;
            if tokens.len() > self.budget {
                self.charge(tokens.len());
                return Vec::new();
            }
        }
        tokens
    }

    /// An argument after expansion; most have no macro in them.
    fn expanded_argument(&mut self, argument: &[PpToken]) -> Vec<PpToken> {
        let is_macro = |token: &PpToken| match token.kind {
            PpKind::Identifier(name) => !token.inert && self.macros.find(name).is_some(),
            _ => false,
        };
        if argument.iter().any(is_macro) { self.expand_list(argument.to_vec()) } else { argument.to_vec() }
    }

    /// The token that `left ## right` makes; `None`, and a diagnostic, when it is no token.
    pub(super) fn paste(&mut self, left: PpToken, right: PpToken) -> Option<PpToken> {
        let mut text = String::new();
        self.spell(left, &mut text);
        self.spell(right, &mut text);
        let limit = self.options.limits.pasted_length;
        let kind = if text.len() > limit { None } else { single_token(&text) };
        match kind {
            Some(kind) => {
                let kind = pp_kind(kind, &text, self.session.interner);
                Some(PpToken { kind, from_body: true, inert: false, ..left })
            }
            None => {
                let shown: String = text.chars().take(60).collect();
                let message = format!("`##` produces `{shown}`, which is not a valid token");
                self.report(Code::PasteInvalid, self.shown(left), message);
                self.gaps.push(self.output.len());
                None
            }
        }
    }

    /// Appends a token as it is written.
    pub(super) fn spell(&self, token: PpToken, text: &mut String) {
        match token.kind {
            PpKind::Identifier(symbol)
            | PpKind::Number(symbol)
            | PpKind::Unknown(symbol)
            | PpKind::UnterminatedString(symbol) => text.push_str(self.text(symbol)),
            PpKind::String(symbol) => {
                text.push('"');
                text.push_str(self.text(symbol));
                text.push('"');
            }
            PpKind::Punctuator(punctuator) => text.push_str(punctuator.text()),
            PpKind::Hash => text.push('#'),
            PpKind::HashHash => text.push_str("##"),
            PpKind::UnterminatedComment => {}
        }
    }

    /// A version comes into force: its words and its macros.
    pub(super) fn set_version(&mut self, version: Version) {
        self.words.set_version(version);
        self.macros.set_version(version);
        self.recent.clear();
    }
}
