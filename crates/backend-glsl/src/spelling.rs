//! The author's spelling: letters of components, names of constants, braces of cases.
//!
//! The module records these by place in the source. An instruction has those within its span, but not within the spans
//! of its operands.

use crate::ast::{Expr, LocalData, Node, Tree};
use crate::body::Body;
use crate::context::Context;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cell::Cell;
use std::fmt::Write;
use vitrum_ir::{
    Constant, FunctionData, Inst, InstData, Letters, NamedConstant, Naming, Op, Precision, Span, Spelled,
    SpellingEntry,
};

/// The maximum number of entries that are read for an instruction.
const MOST: usize = 256;

/// The spelling of a module's source, by place.
#[derive(Default)]
pub(crate) struct ModuleSpelling<'a> {
    letters: Vec<(Span, Letters)>,
    braces: Vec<(Span, Option<Constant>)>,
    /// Uses of constants, by position in the module's list.
    uses: Vec<(Span, u32)>,
    /// The constants in the order of their declarations, and the place of each in that order.
    order: Vec<usize>,
    pub(crate) places: Vec<usize>,
    /// The printed names of constants that are declared outside functions, and the texts of expressions; empty for others.
    names: Vec<&'a str>,
    /// The constants that each expression names, and the expression that each declaration has.
    parts: Vec<Vec<u32>>,
    values: Vec<Option<u32>>,
    /// True for those that are used in the text.
    used: Vec<Cell<bool>>,
}

/// The entries that begin at `start` or later, but before `end`.
fn between<T>(list: &[(Span, T)], start: u32, end: u32) -> &[(Span, T)] {
    let first = list.partition_point(|entry| entry.0.start < start);
    let rest = list.get(first..).unwrap_or(&[]);
    match rest.first() {
        Some(entry) if entry.0.start < end => {
            rest.get(..rest.partition_point(|entry| entry.0.start < end)).unwrap_or(&[])
        }
        _ => &[],
    }
}

impl ModuleSpelling<'_> {
    /// Notes that the text has an expression, and so the names in it.
    fn use_parts(&self, expression: u32) {
        for &part in self.parts.get(expression as usize).into_iter().flatten() {
            self.used.get(part as usize).into_iter().for_each(|used| used.set(true));
        }
    }
}

impl<'a> Context<'a> {
    /// Reads what the module says, and names constants with `name`.
    pub(crate) fn find_spelling(&mut self, mut name: impl FnMut(&'a str) -> &'a str) {
        let spelling = &self.module.spelling;
        if spelling.is_empty() || self.minify {
            return;
        }
        let found = &mut self.spelling;
        found.places.resize(spelling.constants().len(), usize::MAX);
        found.parts.resize(spelling.constants().len(), Vec::new());
        found.values.resize(spelling.constants().len(), None);
        let naming = |index: u32| spelling.constants().get(index as usize).map(|named| named.naming);
        let (mut expressions, mut last) = (Vec::new(), None);
        for &SpellingEntry { span, what } in spelling.entries() {
            match what {
                Spelled::Letters(letters) => found.letters.push((span, letters)),
                Spelled::Braces(value) => found.braces.push((span, value)),
                Spelled::Constant(index) => {
                    let declared = last.replace((span, index)).filter(|it| it.0 == span).map(|it| it.1);
                    if naming(index) == Some(Naming::Expression) {
                        // Labels of a `switch`, which share a span as well, differ in value.
                        let value =
                            |it: u32| spelling.constants().get(it as usize).map(|named| named.constant);
                        let is_value =
                            |&it: &u32| naming(it) == Some(Naming::Global) && value(it) == value(index);
                        match declared.filter(is_value).and_then(|it| found.values.get_mut(it as usize)) {
                            Some(value) => {
                                *value = Some(index);
                                continue;
                            }
                            None => expressions.push((span, index)),
                        }
                    }
                    found.uses.push((span, index));
                    if let Some(place) = found.places.get_mut(index as usize)
                        && *place == usize::MAX
                    {
                        *place = found.order.len();
                        found.order.push(index as usize);
                    }
                }
            }
        }
        for named in spelling.constants() {
            let text = self.module.names.get(named.name);
            found.names.push(if named.naming == Naming::Global { name(text) } else { "" });
        }
        for (span, index) in expressions {
            let inner = between(&found.uses, span.start, span.end).iter().filter(|it| it.0.end <= span.end);
            let parts: Vec<u32> =
                inner.map(|it| it.1).filter(|&it| naming(it) == Some(Naming::Global)).collect();
            // A name that another one has taken would mean that in the text.
            let is_kept = |&part: &u32| {
                let named = spelling.constants().get(part as usize);
                let text = named.map(|named| self.module.names.get(named.name));
                found.names.get(part as usize).copied() == text
            };
            let Some(named) = spelling.constants().get(index as usize) else { continue };
            let text = self.module.names.get(named.name);
            let is_part = |word: &str| parts.iter().any(|&it| found.names.get(it as usize) == Some(&word));
            if parts.iter().all(is_kept) && is_expression(text, is_part) {
                found.names[index as usize] = text;
                found.parts[index as usize] = parts;
            }
        }
        found.used.resize(found.names.len(), Cell::new(false));
    }

    /// The letters of an instruction that chooses components.
    #[inline]
    pub(crate) fn letters(&self, data: &InstData) -> Option<Letters> {
        let is_place = match data.op {
            Op::Extract | Op::Swizzle => false,
            Op::Access | Op::StoreSwizzle => true,
            _ => return None,
        };
        if self.spelling.letters.is_empty() {
            return None;
        }
        let span = data.span();
        let here = between(&self.spelling.letters, span.start, span.start.saturating_add(1));
        let exact = here.iter().find(|entry| entry.0.end == span.end);
        // The span of an assigned place is that of the assignment.
        let first = || here.iter().find(|entry| is_place && entry.0.end < span.end);
        exact.or_else(first).map(|entry| entry.1)
    }

    /// The cases of a `switch` whose statements the author wrote in braces, by value; none for the default one.
    pub(crate) fn cases_in_braces(&self, switch: Span) -> FxHashSet<Option<Constant>> {
        let here = between(&self.spelling.braces, switch.start, switch.start.saturating_add(1));
        here.iter().filter(|entry| entry.0 == switch).map(|entry| entry.1).collect()
    }

    /// The expression of a constant that has a name in the instruction of the tree.
    pub(crate) fn named_constant(&self, tree: &mut Tree<'a>, constant: Constant) -> Option<Expr> {
        let index = *tree.named.get(&constant)?;
        let named = self.module.spelling.constants().get(index as usize)?;
        match named.naming {
            Naming::Global => {
                self.spelling.used.get(index as usize)?.set(true);
                return Some(tree.text(self.spelling.names.get(index as usize)?));
            }
            Naming::Expression => {
                let text = self.spelling.names.get(index as usize).filter(|text| !text.is_empty())?;
                self.spelling.use_parts(index);
                return Some(tree.add(Node::Spelled(text)));
            }
            Naming::Local => {}
        }
        if let Some(&local) = tree.constants.get(&index) {
            return Some(tree.add(Node::Local(local)));
        }
        let (local, expr) = tree.local(LocalData {
            name: named.name,
            precision: self.declared_precision(named),
            constant: Some(constant),
            ..LocalData::of(self.module.constants.ty(constant))
        });
        tree.constants.insert(index, local);
        Some(expr)
    }

    /// Without a qualifier, constants have the highest precision.
    fn declared_precision(&self, named: &NamedConstant) -> Precision {
        match named.precision {
            Precision::None if self.target.is_es() => Precision::High,
            precision => precision,
        }
    }

    /// Adds declarations of the named numbers and vectors that the text uses.
    pub(crate) fn named_numbers(&self, text: &mut String) {
        let ModuleSpelling { order, names, used, values, .. } = &self.spelling;
        let value = |index: usize| {
            let value = values.get(index).copied().flatten()?;
            names.get(value as usize).filter(|text| !text.is_empty()).map(|text| (value, text))
        };
        // A constant that a declaration names is declared before it.
        for &index in order.iter().rev().filter(|&&index| used.get(index).is_some_and(Cell::get)) {
            value(index).into_iter().for_each(|(value, _)| self.spelling.use_parts(value));
        }
        for &index in order {
            let row = self.module.spelling.constants().get(index).zip(names.get(index));
            if let Some((named, name)) = row
                && used.get(index).is_some_and(Cell::get)
            {
                let ty = self.module.constants.ty(named.constant);
                let declaration = self.declaration(ty, self.declared_precision(named), name);
                let _ = match value(index) {
                    Some((_, value)) => writeln!(text, "const {declaration} = {value};"),
                    None => writeln!(text, "const {declaration} = {};", self.constant_text(named.constant)),
                };
            }
        }
    }
}

impl Body<'_, '_> {
    /// Finds the names of the constants of an instruction.
    #[inline]
    pub(crate) fn find_names(&mut self, inst: Inst, data: &InstData) {
        if !self.tree.named.is_empty() {
            self.tree.named.clear();
        }
        let uses = &self.cx.spelling.uses;
        // Components of a constant vector are chosen when the text is compiled again.
        let has_constants = || self.function.operands_of(data).iter().any(|it| it.constant().is_some());
        let span = data.span();
        if !uses.is_empty()
            && (data.op == Op::Switch || data.op != Op::Shuffle && has_constants())
            && !between(uses, span.start, span.end).is_empty()
        {
            self.find_names_in(inst, span);
        }
    }

    fn find_names_in(&mut self, inst: Inst, span: Span) {
        let (cx, function) = (self.cx, self.function);
        let mut inner: SmallVec<[Span; 4]> = function
            .used_values(inst)
            .filter_map(|value| function.definition(value.into()))
            .map(|def| function.insts[def].span())
            // The results of a conditional expression have its span.
            .chain((function.op(inst) == Op::Merge).then_some(self.condition))
            .filter(|inner| *inner != span && inner.start >= span.start && inner.end <= span.end)
            .collect();
        inner.sort_unstable();
        let most = if function.op(inst) == Op::Switch { usize::MAX } else { MOST };
        let mut start = span.start;
        for part in inner.into_iter().chain([Span::new(span.end, span.end)]) {
            // The entry of a label begins where the selector does.
            let end = part.start.max(start);
            for &(place, index) in between(&cx.spelling.uses, start, end).iter().take(most) {
                if place.end <= span.end
                    && let Some(named) = cx.module.spelling.constants().get(index as usize)
                    && has_precision(function, inst, named.precision)
                {
                    self.tree.named.entry(named.constant).or_insert(index);
                }
            }
            start = start.max(part.end);
        }
    }
}

/// True if the results of an instruction have at least the precision of a named constant, which determines that of
/// the expression.
fn has_precision(function: &FunctionData, inst: Inst, named: Precision) -> bool {
    let least = if named == Precision::None { Precision::High } else { named };
    let mut results = function.results(inst).map(|result| function.values[result].precision);
    results.all(|precision| precision == Precision::None || precision >= least)
}

/// True if a text consists of operators, parentheses, literals, and parts with or without components. Modules can be written by anyone.
fn is_expression(text: &str, is_part: impl Fn(&str) -> bool) -> bool {
    let mut depth = 0i32;
    let is_balanced = text.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
    let mut words = text.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty());
    let is_valid = |word: &str| match word.split_once('.') {
        _ if word.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            word.chars().all(|letter| letter.is_ascii_digit() || ".eE".contains(letter))
        }
        Some((vector, components)) => {
            is_part(vector)
                && (1..=4).contains(&components.len())
                && ["xyzw", "rgba", "stpq"].iter().any(|set| components.chars().all(|it| set.contains(it)))
        }
        None => is_part(word),
    };
    let has_other = text.contains(|letter: char| !is_word(letter) && !" +-*/()".contains(letter));
    let has_comment = ["//", "/*", "--", "++"].iter().any(|mark| text.contains(mark));
    is_balanced && depth == 0 && !has_other && !has_comment && words.all(is_valid)
}

#[cfg(test)]
mod tests {
    use super::is_expression;

    #[test]
    fn only_expressions_of_the_parts_are_printed() {
        let is_part = |word: &str| ["PI", "UP"].contains(&word);
        for text in ["PI * 0.5", "-PI", "(PI + 1e-5) / UP.yx", "UP.rgb.x", "2 * (PI - .5)"] {
            let is_chained = text == "UP.rgb.x";
            assert_eq!(is_expression(text, is_part), !is_chained, "{text}");
        }
        for text in
            ["TAU * 2.0", "PI; }", "(PI", "PI) + (1", "PI /* */", "UP.q7", "f(PI)", "PI\n", "--PI", "0x10"]
        {
            assert!(!is_expression(text, is_part), "{text}");
        }
    }
}
