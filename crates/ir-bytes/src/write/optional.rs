//! Sections that a reader can do without: names, spans, sources.

use vitrum_ir::{
    Constant, Id, Letters, Name, NamedConstant, Naming, Origin, Precision, Renumbering, SourceMap, Span,
    Spelled, SpellingEntry,
};

use super::Writer;
use super::function::{Layout, Step};
use crate::output::Output;
use crate::words::{Kind, SpellingWord};

/// The start of a span, relative to the one before.
#[derive(Default)]
struct Places {
    last: u32,
}

impl Places {
    /// The empty span at 0, which most often stands for none, is 0.
    fn span(&mut self, output: &mut Output, span: Span) {
        if span == Span::default() {
            return output.number(0);
        }
        let distance = i64::from(span.start) - i64::from(self.last);
        output.wide(((distance << 1 ^ distance >> 63) as u64) + 1);
        output.signed(i64::from(span.end) - i64::from(span.start));
        self.last = span.start;
    }
}

impl Writer<'_> {
    /// Members and then their struct, specialisation constants, globals, parameters and then their function.
    pub(super) fn origins(&mut self, output: &mut Output) {
        let module = self.module;
        let mut places = Places::default();
        let mut origins: Vec<Origin> = Vec::new();
        for data in module.structs.values() {
            origins.extend(data.members.iter().map(|member| member.origin));
            origins.push(data.origin);
        }
        origins.extend(module.spec_constants.values().map(|data| data.origin));
        origins.extend(module.globals.values().map(|data| data.origin));
        for data in module.functions.values() {
            origins.extend(data.params.iter().map(|param| param.origin));
            origins.push(data.origin);
        }
        for Origin { span, doc } in origins {
            places.span(output, span);
            self.string(output, doc);
        }
    }

    pub(super) fn names(&mut self, output: &mut Output, layouts: &[Layout]) {
        let constants = &self.module.constants;
        let named = constants.iter().map(|row| row.0).filter(|&id| self.constants.at(id) > 0);
        let named: Vec<_> = named
            .filter(|&id| !constants.name(id).is_empty())
            .map(|id| (self.constants.at(id) - 1, constants.name(id)))
            .collect();
        self.name_list(output, &named);
        for (function, layout) in self.module.functions.values().zip(layouts) {
            let names = layout.numbered().map(|(number, value)| (number, function.value_name(value)));
            let named: Vec<_> = names.filter(|row| !row.1.is_empty()).collect();
            self.name_list(output, &named);
        }
    }

    fn name_list(&mut self, output: &mut Output, named: &[(u32, vitrum_ir::Name)]) {
        output.count(named.len());
        let mut next = 0;
        for &(number, name) in named {
            output.number(number - next);
            self.string(output, name);
            next = number + 1;
        }
    }

    pub(super) fn spans(&mut self, output: &mut Output, layouts: &[Layout]) {
        let mut places = Places::default();
        for (function, layout) in self.module.functions.values().zip(layouts) {
            for step in &layout.steps {
                if let Step::Inst(inst) = *step {
                    places.span(output, function.insts[inst].span());
                }
            }
        }
    }

    /// A word and what it needs, for each entry; then its place.
    pub(super) fn spelling(&mut self, output: &mut Output) {
        let module = self.module;
        let mut places = Places::default();
        if module.spelling.is_empty() {
            return;
        }
        output.count(module.spelling.entries().len());
        for &SpellingEntry { span, what } in module.spelling.entries() {
            match what {
                Spelled::Letters(Letters::Color) => self.spelling_word(output, SpellingWord::Rgba),
                Spelled::Letters(Letters::Texture) => self.spelling_word(output, SpellingWord::Stpq),
                Spelled::Braces(None) => self.spelling_word(output, SpellingWord::Default),
                Spelled::Braces(Some(value)) => {
                    self.spelling_word(output, SpellingWord::Case);
                    self.constant(output, value);
                }
                Spelled::Constant(index) => {
                    let named = module.spelling.constants().get(index as usize).copied();
                    let named = named.unwrap_or(NamedConstant {
                        constant: Constant::from_index(0),
                        name: Name::EMPTY,
                        precision: Precision::None,
                        naming: Naming::Global,
                    });
                    let word = match named.naming {
                        Naming::Global => SpellingWord::Const,
                        Naming::Local => SpellingWord::Local,
                        Naming::Expression => SpellingWord::Expression,
                    };
                    self.spelling_word(output, word);
                    self.constant(output, named.constant);
                    self.string(output, named.name);
                    self.word(output, Kind::Precision, named.precision as usize);
                }
            }
            places.span(output, span);
        }
    }

    fn spelling_word(&mut self, output: &mut Output, word: SpellingWord) {
        self.word(output, Kind::Spelling, word as usize);
    }

    pub(super) fn sources(&mut self, output: &mut Output, sources: &SourceMap) {
        let text = |output: &mut Output, text: &str| {
            output.count(text.len());
            output.bytes.extend_from_slice(text.as_bytes());
        };
        output.count(sources.len());
        for file in sources.files() {
            text(output, sources.name(file));
            text(output, sources.text(file));
            let renumberings = sources.renumberings(file);
            output.count(renumberings.len());
            for Renumbering { from, number, name } in renumberings {
                output.number(*from);
                output.number(*number);
                output.number(u32::from(name.is_some()));
                if let Some(name) = name {
                    text(output, name);
                }
            }
        }
    }
}
