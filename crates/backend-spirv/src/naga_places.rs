//! Places in the source of what naga does not read.
//!
//! SPIR-V has lines for instructions in functions. A type, a constant or a decoration is at the first variable that is made of it, else at
//! the first instruction that uses it; what has no such place, as a mode of the stage, is at the entry point.

use crate::globals::first_use;
use crate::naga::{self, Construct};
use crate::options::{LineTable, Options, SourceFile};
use crate::program::Entry;
use crate::writer::Writer;
use rustc_hash::FxHashSet;
use spirv::{Capability, Op};
use vitrum_ir::{Global, Module, Span, visit};

/// The place of a construct.
#[cold]
pub(crate) fn place(
    module: &Module,
    entries: &[Entry],
    options: &Options,
    construct: Construct,
) -> Option<Span> {
    let found = match construct {
        Construct::Capability(number) => of_capability(module, entries, options, number),
        Construct::Declared(_) | Construct::Line(_) => {
            of_construct(module, entries, options, |words| naga::find(words).1)
        }
    };
    let main = entries.iter().filter_map(|entry| entry.function);
    found.or_else(|| main.map(|main| module.functions[main].origin.span).find(|span| !span.is_nowhere()))
}

/// The place of the first use of a capability.
fn of_capability(module: &Module, entries: &[Entry], options: &Options, number: u32) -> Option<Span> {
    let needs = Writer::new(module, entries, options).requirements().ok()?;
    if let Some(span) = needs.capabilities.iter().find(|need| need.number == number)?.span {
        return Some(span);
    }
    // Types of numbers, whose capabilities follow from the whole module.
    let (of, width) = TYPES.iter().find(|row| row.0 as u32 == number)?.1;
    of_construct(module, entries, options, |words| {
        let found = instructions(words)
            .find(|(op, operands)| *op == Some(of) && operands.get(1).is_some_and(|it| *it == width));
        let id = found.and_then(|(_, operands)| operands.first().copied());
        id.map_or(Construct::Line(0), Construct::Declared)
    })
}

/// Capabilities that types need, with the instruction and the width of these.
const TYPES: &[(Capability, (Op, u32))] = &[
    (Capability::Int8, (Op::TypeInt, 8)),
    (Capability::Int16, (Op::TypeInt, 16)),
    (Capability::Int64, (Op::TypeInt, 64)),
    (Capability::Float16, (Op::TypeFloat, 16)),
    (Capability::Float64, (Op::TypeFloat, 64)),
];

/// The instructions of a module, each with its operands.
fn instructions(words: &[u32]) -> impl Iterator<Item = (Option<Op>, &[u32])> {
    let mut rest = words.get(5..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (inst, next) = rest.split_at_checked(((first >> 16) as usize).max(1))?;
        rest = next;
        Some((Op::from_u32(first & 0xffff), &inst[1..]))
    })
}

/// The place of a construct that `choose` finds in the words, whose lines are numbers of places.
fn of_construct(
    module: &Module,
    entries: &[Entry],
    options: &Options,
    choose: impl FnOnce(&[u32]) -> Construct,
) -> Option<Span> {
    let insts = module
        .functions
        .values()
        .flat_map(|function| visit::insts(function).into_iter().map(|(_, inst)| function.insts[inst].span()));
    let mut places: Vec<Span> = insts.filter(|span| !span.is_nowhere()).collect();
    places.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    places.dedup_by_key(|span| span.start);
    let lines = places.iter().map(|span| span.start).collect();
    let file = SourceFile { name: String::new(), text: None, lines };
    let lines = Some(LineTable { files: vec![file] });
    let numbered = Options { lines, debug: false, ..options.clone() };
    let (words, variables) = Writer::new(module, entries, &numbered).finish_with_variables().ok()?;
    let line = match choose(&words) {
        Construct::Line(line) => line,
        Construct::Declared(id) => match user(&words, &variables, id) {
            User::Variable(global) => {
                let span = module.globals[global].origin.span;
                return Some(span).filter(|span| !span.is_nowhere()).or_else(|| first_use(module, global));
            }
            User::Line(line) => line,
        },
        Construct::Capability(_) => return None,
    };
    places.get((line as usize).checked_sub(1)?).copied()
}

/// The first use of a declaration.
enum User {
    /// A variable.
    Variable(Global),
    /// An instruction behind this line, 0 for none.
    Line(u32),
}

fn user(words: &[u32], variables: &[(u32, Global)], id: u32) -> User {
    let mut made_of_it = FxHashSet::from_iter([id]);
    let (mut line, mut is_within) = (0, false);
    for (op, operands) in instructions(words) {
        match op {
            Some(Op::Line) => line = operands.get(1).copied().unwrap_or(0),
            Some(Op::Function) => {
                is_within = true;
                if let Some(row) = variables.iter().find(|row| made_of_it.contains(&row.0)) {
                    return User::Variable(row.1);
                }
            }
            // The first two operands are ids wherever there is a result.
            Some(_) if is_within => {
                let is_user = operands.first().is_some_and(|first| made_of_it.contains(first))
                    || operands.get(1) == Some(&id);
                if is_user && line != 0 {
                    return User::Line(line);
                }
            }
            Some(op) => {
                if let Some((declared, parts)) = naga::declared(op, operands)
                    && parts.iter().any(|part| made_of_it.contains(part))
                {
                    made_of_it.insert(declared);
                }
            }
            None => {}
        }
    }
    User::Line(0)
}
