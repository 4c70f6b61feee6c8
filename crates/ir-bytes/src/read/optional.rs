//! Sections that may be missing: names, spans, sources.

use rustc_hash::FxHashMap;
use vitrum_ir::{
    Function, Id, Inst, Letters, Name, NamedConstant, Naming, Origin, Precision, Renumbering, SourceMap,
    Span, SpecConstant, Spelled, Struct, Value,
};

use super::Reader;
use crate::input::{Input, Step};
use crate::words::{Kind, SpellingWord, Words};

/// The start of the last span.
#[derive(Default)]
struct Places {
    last: u32,
}

impl Places {
    fn span(&mut self, input: &mut Input<'_>) -> Step<Span> {
        let Some(distance) = input.wide()?.checked_sub(1) else { return Ok(Span::default()) };
        let distance = (distance >> 1) as i64 ^ -((distance & 1) as i64);
        let start = offset(input, self.last, distance)?;
        let length = input.signed()?;
        let end = offset(input, start, length)?;
        self.last = start;
        Ok(Span::new(start, end))
    }
}

/// An offset at a distance from another.
fn offset(input: &Input<'_>, from: u32, distance: i64) -> Step<u32> {
    let sum = i64::from(from).checked_add(distance).and_then(|sum| u32::try_from(sum).ok());
    sum.map_or_else(|| input.fail("offset of a span exceeds 32 bits"), Ok)
}

impl Reader<'_> {
    pub(super) fn origins(&mut self, input: &mut Input<'_>) -> Step<()> {
        let mut places = Places::default();
        for id in (0..self.module.structs.len()).map(Struct::from_index) {
            for at in 0..self.module.structs[id].members.len() {
                self.module.structs[id].members[at].origin = self.origin(input, &mut places)?;
            }
            self.module.structs[id].origin = self.origin(input, &mut places)?;
        }
        for id in (0..self.module.spec_constants.len()).map(SpecConstant::from_index) {
            self.module.spec_constants[id].origin = self.origin(input, &mut places)?;
        }
        for id in self.module.global_ids() {
            self.module.globals[id].origin = self.origin(input, &mut places)?;
        }
        for id in self.module.function_ids() {
            for at in 0..self.module.functions[id].params.len() {
                self.module.functions[id].params[at].origin = self.origin(input, &mut places)?;
            }
            self.module.functions[id].origin = self.origin(input, &mut places)?;
        }
        Ok(())
    }

    fn origin(&self, input: &mut Input<'_>, places: &mut Places) -> Step<Origin> {
        let span = places.span(input)?;
        Ok(Origin { span, doc: self.string(input)? })
    }

    pub(super) fn names(&mut self, input: &mut Input<'_>) -> Step<()> {
        for (number, name) in self.name_list(input, self.constants)? {
            let constant = Id::from_index(number);
            let precision = self.module.constants.precision(constant);
            self.module.constants.declare(constant, name, precision);
        }
        for id in (0..self.functions).map(Function::from_index) {
            for (number, name) in self.name_list(input, self.module.functions[id].values.len())? {
                self.module.functions[id].set_value_name(Value::from_index(number), name);
            }
        }
        Ok(())
    }

    /// Numbers below a bound, each with a name, ascending.
    fn name_list(&self, input: &mut Input<'_>, bound: usize) -> Step<Vec<(usize, Name)>> {
        let count = input.count(2)?;
        let mut names = Vec::with_capacity(count);
        let mut next = 0usize;
        for _ in 0..count {
            let number = next.saturating_add(input.number()? as usize);
            if number >= bound {
                return input.fail(format!("name of {number} of {bound} values"));
            }
            names.push((number, self.string(input)?));
            next = number + 1;
        }
        Ok(names)
    }

    pub(super) fn spans(&mut self, input: &mut Input<'_>) -> Step<()> {
        let mut places = Places::default();
        for function in self.module.functions.values_mut() {
            for inst in (0..function.insts.len()).map(Inst::from_index) {
                let span = places.span(input)?;
                function.set_span(inst, span);
            }
        }
        Ok(())
    }

    pub(super) fn spelling(&mut self, input: &mut Input<'_>) -> Step<()> {
        let mut places = Places::default();
        let mut known: FxHashMap<NamedConstant, Spelled> = FxHashMap::default();
        for _ in 0..input.count(2)? {
            let word = self.row(input, Kind::Spelling, SpellingWord::ALL)?;
            let what = match word {
                SpellingWord::Rgba => Spelled::Letters(Letters::Color),
                SpellingWord::Stpq => Spelled::Letters(Letters::Texture),
                SpellingWord::Default => Spelled::Braces(None),
                SpellingWord::Case => Spelled::Braces(Some(self.constant(input)?)),
                SpellingWord::Const | SpellingWord::Local | SpellingWord::Expression => {
                    let (constant, name) = (self.constant(input)?, self.string(input)?);
                    let precision = self.row(input, Kind::Precision, Precision::ALL)?;
                    let naming = match word {
                        SpellingWord::Local => Naming::Local,
                        SpellingWord::Expression => Naming::Expression,
                        _ => Naming::Global,
                    };
                    let named = NamedConstant { constant, name, precision, naming };
                    let spelling = &mut self.module.spelling;
                    *known.entry(named).or_insert_with(|| spelling.add_constant(named))
                }
            };
            let span = places.span(input)?;
            self.module.spelling.add(span, what);
        }
        self.module.spelling.sort();
        Ok(())
    }
}

pub(super) fn sources(input: &mut Input<'_>) -> Step<SourceMap> {
    fn text<'a>(input: &mut Input<'a>) -> Step<&'a str> {
        let before = *input;
        let length = input.number()? as usize;
        match std::str::from_utf8(input.take(length)?) {
            Ok(text) => Ok(text),
            Err(_) => before.fail("text is not UTF-8"),
        }
    }
    let mut sources = SourceMap::new();
    for _ in 0..input.count(3)? {
        let name = text(input)?;
        let content = text(input)?;
        let Ok(file) = sources.add(name, content) else { return input.fail("sources are too long") };
        for _ in 0..input.count(3)? {
            let (from, number) = (input.number()?, input.number()?);
            let name = if input.number()? != 0 { Some(text(input)?.to_owned()) } else { None };
            sources.renumber(file, Renumbering { from, number, name });
        }
    }
    Ok(sources)
}
