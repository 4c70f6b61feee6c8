//! Conditional groups: `#if` to `#endif`, and the text that is skipped.

use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic};
use crate::lexer::RawKind;
use crate::preprocess::directives::Directive;
use crate::preprocess::expand::Preprocessor;

/// An `#if` whose `#endif` has not been read.
pub(super) struct Conditional {
    /// The directive's name.
    span: Span,
    /// True if one of its groups was compiled.
    taken: bool,
    /// True if `#else` was seen.
    seen_else: bool,
    /// The depth of the stack of files at its `#if`.
    frames: usize,
}

/// The effect of a skipped line on its conditional.
enum Outcome {
    /// The next group is compiled, or the conditional ended.
    Compile,
    Skip,
}

impl Preprocessor<'_> {
    /// `#if`, `#ifdef` or `#ifndef` with a condition that was computed.
    pub(super) fn open_conditional(&mut self, span: Span, condition: bool) {
        self.check_depth(span, self.conditionals.len() + 1);
        let frames = self.frames.len();
        self.conditionals.push(Conditional { span, taken: condition, seen_else: false, frames });
        if !condition {
            self.skip_groups();
        }
    }

    fn check_depth(&mut self, span: Span, depth: usize) {
        let limit = self.options.limits.conditional_depth;
        if depth > limit && !self.reported_depth {
            self.reported_depth = true;
            self.report(
                Code::ConditionalDepth,
                span,
                format!("conditionals are nested more than {limit} levels deep"),
            );
        }
    }

    /// `#elif`, `#else` or `#endif` after text that was compiled.
    pub(super) fn end_group(&mut self, directive: Directive, span: Span) {
        let frames = self.frames.len();
        let Some(conditional) = self.conditionals.last_mut().filter(|open| open.frames == frames) else {
            let message = format!("`#{}` without `#if`", directive.text());
            self.report(Code::UnmatchedConditional, span, message);
            self.rest_of_line();
            return;
        };
        if directive == Directive::EndIf {
            self.conditionals.pop();
            self.end_line(directive);
            return;
        }
        if conditional.seen_else {
            self.report_after_else(directive, span);
        } else {
            conditional.seen_else = directive == Directive::Else;
        }
        // The condition of an `#elif` behind a compiled group is not evaluated.
        match directive {
            Directive::Else => self.end_line(directive),
            _ => {
                self.rest_of_line();
            }
        }
        self.skip_groups();
    }

    fn report_after_else(&mut self, directive: Directive, span: Span) {
        let message = format!("`#{}` after `#else`", directive.text());
        let mut diagnostic = Diagnostic::at(Code::UnmatchedConditional, span, message);
        if let Some(open) = self.conditionals.last() {
            diagnostic = diagnostic.secondary(open.span, "conditional begins here");
        }
        self.session.diagnostics.emit(diagnostic);
    }

    /// Skips lines until a group of the innermost conditional is to be compiled, or it ends.
    fn skip_groups(&mut self) {
        let mut depth = 0usize;
        let mut start = None;
        loop {
            let Some(frame) = self.frames.last_mut() else { return };
            let Some((first, _)) = frame.raw() else {
                let end = frame.base + self.session.sources.text(frame.file).len() as u32;
                self.skipped.extend(start.map(|start| Span::new(start, end)));
                return;
            };
            if start.is_none() && first.kind != RawKind::Newline {
                start = Some(frame.span(first).start);
            }
            match first.kind {
                RawKind::Newline => continue,
                RawKind::Hash => {}
                RawKind::HashHash => {
                    let hashes = frame.span(first);
                    self.doubled_in_skipped(hashes);
                    self.skip_line();
                    continue;
                }
                _ => {
                    self.skip_line();
                    continue;
                }
            }
            let Some((word, _)) = frame.raw() else { return };
            if word.kind == RawKind::Newline {
                continue;
            }
            let span = frame.span(word);
            let text = frame.cursor.slice(word);
            let directive = Directive::from_text(text);
            if directive.is_none() && depth == 0 {
                let text = text.to_owned();
                self.foreign_in_skipped(&text, span);
            }
            match directive {
                Some(Directive::If | Directive::IfDefined | Directive::IfNotDefined) => {
                    depth += 1;
                    self.check_depth(span, self.conditionals.len() + depth);
                    self.skip_line();
                }
                Some(Directive::EndIf) if depth > 0 => {
                    depth -= 1;
                    self.skip_line();
                }
                Some(directive @ (Directive::Elif | Directive::Else | Directive::EndIf)) if depth == 0 => {
                    self.skipped.extend(start.take().map(|start| Span::new(start, span.start)));
                    if let Outcome::Compile = self.next_group(directive, span) {
                        return;
                    }
                }
                _ => self.skip_line(),
            }
        }
    }

    /// A directive of the conditional whose group is being skipped.
    fn next_group(&mut self, directive: Directive, span: Span) -> Outcome {
        if directive == Directive::EndIf {
            self.conditionals.pop();
            self.end_line(directive);
            return Outcome::Compile;
        }
        let Some(conditional) = self.conditionals.last_mut() else { return Outcome::Compile };
        let taken = conditional.taken;
        if conditional.seen_else {
            self.report_after_else(directive, span);
            self.skip_line();
            return Outcome::Skip;
        }
        conditional.seen_else = directive == Directive::Else;
        let compile = if directive == Directive::Else {
            self.end_line(directive);
            !taken
        } else if taken {
            self.skip_line();
            false
        } else {
            self.condition(span)
        };
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.taken |= compile;
        }
        if compile { Outcome::Compile } else { Outcome::Skip }
    }

    fn skip_line(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        while let Some((raw, _)) = frame.raw() {
            if raw.kind == RawKind::Newline {
                return;
            }
        }
    }

    /// At the end of a file: its conditionals should be closed.
    pub(super) fn close_conditionals(&mut self) {
        let frames = self.frames.len();
        let outer = self.conditionals.partition_point(|open| open.frames < frames);
        let open = self.conditionals.len() - outer;
        if let Some(last) = self.conditionals.last().filter(|_| open > 0) {
            let message = match open {
                1 => "unterminated conditional: missing `#endif`".to_owned(),
                _ => format!("{open} unterminated conditionals: missing `#endif`"),
            };
            let span = last.span;
            self.report(Code::UnterminatedConditional, span, message);
        }
        self.conditionals.truncate(outer);
    }
}
