//! Collecting errors and rendering them with lines of the text form.

use super::rules::Rule;
use crate::constants::Constant;
use crate::function::Inst;
use crate::module::{Function, Global, Module, SpecConstant, Struct};
use crate::span::Span;
use crate::text::{Excerpts, Line};
use crate::types::{Type, TypeData};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::fmt::Write;
use std::ops::Range;

/// A rule that a module breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The rule.
    pub rule: Rule,
    /// The fault: found and expected.
    pub message: String,
    /// Its location in the module: the name of the function, or of the item of the line.
    pub place: String,
    /// The line of the text form, cut to a window if it is long; empty where there is none.
    pub line: String,
    /// The bytes of the line that are at fault.
    pub range: Range<usize>,
    /// The source from which the instruction or declaration at fault was made, if it is known.
    pub span: Option<Span>,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}\n  --> {}", self.rule.number(), self.message, self.place)?;
        if self.line.is_empty() {
            return Ok(());
        }
        let columns = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
        let before = columns(self.line.get(..self.range.start));
        let width = columns(self.line.get(self.range.clone())).max(1);
        write!(f, "\n   | {}\n   | {}{}", self.line, " ".repeat(before), "^".repeat(width))
    }
}

/// Every rule that a module breaks, in order of its text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyErrors {
    /// At least one.
    pub errors: Vec<VerifyError>,
}

impl std::fmt::Display for VerifyErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_char('\n')?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyErrors {}

/// The faulty part of an instruction or function head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Op,
    Operand(usize),
    Results,
}

/// The location of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// Not in a line of the text: the faulty item may not have a text.
    Plain,
    Module,
    Type(Type),
    Constant(Constant),
    Spec(SpecConstant),
    Member(Struct, Option<usize>),
    Global(Global),
    Head(Function, Part),
    Inst(Function, Inst, Part),
}

struct Pending {
    rule: Rule,
    message: String,
    site: Site,
}

/// The errors found so far.
pub(super) struct Report<'m> {
    pub(super) module: &'m Module,
    excerpts: OnceCell<Excerpts<'m>>,
    errors: Vec<Pending>,
}

/// Longer lines are cut to this many bytes around the fault.
const WINDOW: usize = 160;

impl<'m> Report<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self { module, excerpts: OnceCell::new(), errors: Vec::new() }
    }

    pub(super) fn add(&mut self, rule: Rule, site: Site, message: impl Into<String>) {
        self.errors.push(Pending { rule, message: message.into(), site });
    }

    /// Keeps those of the errors behind a number of others whose rules are to be kept.
    pub(super) fn retain_since(&mut self, start: usize, is_kept: impl Fn(Rule) -> bool) {
        let later = self.errors.split_off(start);
        self.errors.extend(later.into_iter().filter(|error| is_kept(error.rule)));
    }

    pub(super) fn len(&self) -> usize {
        self.errors.len()
    }

    fn excerpts(&self) -> &Excerpts<'m> {
        self.excerpts.get_or_init(|| Excerpts::new(self.module))
    }

    /// A type, for a message. Only once the ids are known to be right.
    pub(super) fn ty(&self, ty: Type) -> String {
        format!("`{}`", self.excerpts().ty(ty))
    }

    pub(super) fn type_data(&self, data: TypeData) -> String {
        format!("`{}`", self.excerpts().type_data(data))
    }

    pub(super) fn finish(mut self) -> Result<(), VerifyErrors> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let errors = std::mem::take(&mut self.errors);
        let mut lines = self.lines(&errors);
        let errors = errors.into_iter().map(|error| self.render(error, &mut lines)).collect();
        Err(VerifyErrors { errors })
    }

    /// The lines of functions that errors are in, by one walk for each function.
    fn lines(&self, errors: &[Pending]) -> FxHashMap<(Function, Option<Inst>), Line> {
        let mut wanted: FxHashMap<(Function, Option<Inst>), bool> = FxHashMap::default();
        let mut functions = Vec::new();
        for error in errors {
            match error.site {
                Site::Head(function, _) => {
                    wanted.insert((function, None), true);
                    functions.push(function);
                }
                Site::Inst(function, inst, _) => {
                    wanted.insert((function, Some(inst)), true);
                    functions.push(function);
                }
                Site::Plain
                | Site::Module
                | Site::Type(_)
                | Site::Constant(_)
                | Site::Spec(_)
                | Site::Member(..)
                | Site::Global(_) => {}
            }
        }
        functions.sort_unstable();
        functions.dedup();
        let mut lines = FxHashMap::default();
        for function in functions {
            let wants = |inst| wanted.contains_key(&(function, Some(inst)));
            self.excerpts().function(function, wants, |inst, line| {
                lines.insert((function, inst), line);
            });
        }
        lines
    }

    /// The source of a place; that of a member without one is its struct's.
    fn span(&self, site: Site) -> Option<Span> {
        let module = self.module;
        let known = |span: Span| Some(span).filter(|&span| span != Span::default());
        match site {
            Site::Plain | Site::Module | Site::Type(_) | Site::Constant(_) => None,
            Site::Spec(id) => known(module.spec_constants[id].origin.span),
            Site::Member(id, member) => {
                let data = &module.structs[id];
                let member = member.and_then(|index| data.members.get(index));
                member.and_then(|member| known(member.origin.span)).or(known(data.origin.span))
            }
            Site::Global(id) => known(module.globals[id].origin.span),
            Site::Head(id, _) => known(module.functions[id].origin.span),
            Site::Inst(id, inst, _) => {
                let function = &module.functions[id];
                known(function.insts[inst].span()).or(known(function.origin.span))
            }
        }
    }

    fn render(&self, error: Pending, lines: &mut FxHashMap<(Function, Option<Inst>), Line>) -> VerifyError {
        let Pending { rule, message, site } = error;
        let whole = |text: String| window(&text, 0..text.len());
        let named = |function: Function| {
            let name = self.module.functions[function].name;
            format!("function &{}", self.module.names.get(name))
        };
        let (place, (line, range)) = match site {
            Site::Plain | Site::Module => ("module".to_string(), (String::new(), 0..0)),
            Site::Type(ty) => ("types".to_string(), whole(self.excerpts().ty(ty))),
            Site::Constant(id) => ("constants".to_string(), whole(self.excerpts().constant(id))),
            Site::Spec(id) => {
                ("specialisation constants".to_string(), whole(self.excerpts().spec_constant(id)))
            }
            Site::Member(id, member) => ("structs".to_string(), whole(self.excerpts().structure(id, member))),
            Site::Global(id) => ("globals".to_string(), whole(self.excerpts().global(id))),
            Site::Head(function, part) => (named(function), part_of(lines.get(&(function, None)), part)),
            Site::Inst(function, inst, part) => {
                (named(function), part_of(lines.get(&(function, Some(inst))), part))
            }
        };
        VerifyError { rule, message, place, line, range, span: self.span(site) }
    }
}

fn part_of(line: Option<&Line>, part: Part) -> (String, Range<usize>) {
    let Some(line) = line else { return (String::new(), 0..0) };
    let range = match part {
        Part::Op => line.op.clone(),
        Part::Operand(index) => line.operands.get(index).cloned().unwrap_or(line.op.clone()),
        Part::Results => line.results.clone(),
    };
    window(&line.text, range)
}

/// Cuts a long line, so that many errors in one long line stay linear in its length.
fn window(text: &str, range: Range<usize>) -> (String, Range<usize>) {
    if text.len() <= WINDOW {
        return (text.to_string(), range);
    }
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = if range.end <= WINDOW { 0 } else { boundary(range.start.saturating_sub(WINDOW / 4)) };
    let end = boundary(start + WINDOW);
    let head = if start > 0 { "..." } else { "" };
    let tail = if end < text.len() { "..." } else { "" };
    let cut = text.get(start..end).unwrap_or("");
    let from = range.start.clamp(start, end) - start + head.len();
    let to = range.end.clamp(start, end) - start + head.len();
    (format!("{head}{cut}{tail}"), from..to)
}

/// A number with its noun: `1 operand`, `2 operands`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
