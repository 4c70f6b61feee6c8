//! Writes a module.

mod declarations;
mod function;
mod marks;
mod optional;
mod shapes;

use rustc_hash::FxHashMap;
use vitrum_ir::{
    Constant, ImageOperands, MemoryAccess, Module, Name, Op, Precision, SideTable, Sig, SwizzledStore, Type,
    ValueData, ValueFlags,
};

use crate::WriteOptions;
use crate::format::{
    FUNCTIONS, GENERICS, MAGIC, MODULE, NAMES, ORIGINS, SECTIONS, SOURCES, SPANS, SPELLING, STRINGS, VERSION,
    WORDS,
};
use crate::output::Output;
use crate::words::{Kind, Vocabulary, in_file};
use function::Layout;
use shapes::Shapes;

/// The bytes of a module that verifies. Those of any other are refused when they are read, or give a module that breaks rules,
/// too.
pub fn write(module: &Module, options: &WriteOptions<'_>) -> Vec<u8> {
    let layouts: Vec<Layout> = module.functions.values().map(Layout::new).collect();
    let mut writer = Writer::new(module, &layouts, options);
    let mut content: [Output; SECTIONS.len()] = Default::default();
    for (section, output) in SECTIONS.into_iter().zip(&mut content) {
        match section {
            MODULE => writer.module(output),
            FUNCTIONS => {
                let shapes = Shapes::new(module, &layouts);
                writer.functions(output, &layouts, &shapes);
            }
            GENERICS => writer.generics(output),
            ORIGINS if options.spans => writer.origins(output),
            NAMES if options.names => writer.names(output, &layouts),
            SPANS if options.spans => writer.spans(output, &layouts),
            SPELLING if options.has_spelling() => writer.spelling(output),
            SOURCES => {
                if let Some(sources) = options.sources {
                    writer.sources(output, sources);
                }
            }
            _ => {}
        }
    }
    let mut file = Output { bytes: MAGIC.to_vec() };
    file.number(VERSION);
    for (section, mut output) in SECTIONS.into_iter().zip(content) {
        match section {
            WORDS => writer.word_list(&mut output),
            STRINGS => writer.string_list(&mut output),
            _ => {}
        }
        if !output.bytes.is_empty() {
            file.bytes.push(section);
            file.count(output.bytes.len());
            file.bytes.append(&mut output.bytes);
        }
    }
    file.bytes
}

/// The lists that the sections index, as far as they are known.
struct Writer<'a> {
    module: &'a Module,
    vocabulary: &'static Vocabulary,
    words: Vec<&'static str>,
    word_numbers: FxHashMap<&'static str, u32>,
    strings: Vec<Name>,
    string_numbers: SideTable<Name, u32>,
    /// One more than the number of each type and constant that is written.
    types: SideTable<Type, u32>,
    constants: SideTable<Constant, u32>,
}

impl<'a> Writer<'a> {
    fn new(module: &'a Module, layouts: &[Layout], options: &WriteOptions<'_>) -> Self {
        let (types, constants) = marks::used(module, layouts, options.has_spelling());
        Self {
            module,
            vocabulary: Vocabulary::get(),
            words: Vec::new(),
            word_numbers: FxHashMap::default(),
            strings: Vec::new(),
            string_numbers: SideTable::new(),
            types,
            constants,
        }
    }

    /// The number of a row of a table as a word.
    fn word(&mut self, output: &mut Output, kind: Kind, row: usize) {
        let word = self.vocabulary.word(kind, row);
        let next = self.words.len() as u32;
        let number = *self.word_numbers.entry(word).or_insert(next);
        if number == next {
            self.words.push(word);
        }
        output.number(number);
    }

    /// A word of a list that begins behind others of its kind.
    fn named(&mut self, output: &mut Output, kind: Kind, word: &str) {
        let row = self.vocabulary.number(kind, word).unwrap_or(0);
        self.word(output, kind, row.into());
    }

    /// A set of words.
    fn flags(&mut self, output: &mut Output, kind: Kind, names: impl Iterator<Item = &'static str>) {
        let names: Vec<&str> = names.collect();
        output.count(names.len());
        for name in names {
            self.named(output, kind, name);
        }
    }

    fn string(&mut self, output: &mut Output, name: Name) {
        let number = self.string_number(name);
        output.number(number);
    }

    /// The number of a string.
    fn string_number(&mut self, name: Name) -> u32 {
        let mut number = 0;
        if !name.is_empty() {
            let slot = self.string_numbers.entry(name);
            if *slot == 0 {
                self.strings.push(name);
                *slot = self.strings.len() as u32;
            }
            number = *slot;
        }
        number
    }

    /// A number of a type. Of one that is not there it is too high.
    fn ty(&self, output: &mut Output, ty: Type) {
        output.number(self.types.at(ty).wrapping_sub(1));
    }

    fn constant(&self, output: &mut Output, constant: Constant) {
        output.number(self.constants.at(constant).wrapping_sub(1));
    }

    /// Type, precision and flags of a value.
    fn form(&mut self, output: &mut Output, form: Form) {
        let Form { ty, precision, flags } = form;
        let more = precision != Precision::None || !flags.is_empty();
        let number = self.types.at(ty).wrapping_sub(1);
        output.wide(u64::from(number) << 1 | u64::from(more));
        if more {
            let precision = Some(precision).filter(|&precision| precision != Precision::None);
            let words = precision.map(Precision::name).into_iter().chain(flags.names());
            self.flags(output, Kind::Value, words);
        }
    }

    /// The immediate of an operation.
    fn immediate(&mut self, output: &mut Output, op: Op, imm: u32) {
        match op.info().sig {
            Sig::Control => {}
            Sig::Load | Sig::Store => self.flags(output, Kind::Access, MemoryAccess::from_bits(imm).names()),
            Sig::StoreSwizzle => {
                let SwizzledStore { swizzle, access } = SwizzledStore::from_bits(imm);
                output.number(swizzle.bits());
                self.flags(output, Kind::Access, access.names());
            }
            Sig::Image | Sig::ImageWrite => {
                self.flags(output, Kind::ImageOperand, ImageOperands::from_bits(imm).names());
            }
            Sig::Intrinsic => self.word(output, Kind::Intrinsic, imm as usize),
            _ => output.number(imm),
        }
    }

    fn word_list(&self, output: &mut Output) {
        for word in &self.words {
            output.bytes.extend_from_slice(&in_file(word));
        }
    }

    fn string_list(&self, output: &mut Output) {
        output.count(self.strings.len());
        let text = |name: &Name| self.module.names.get(*name);
        for name in &self.strings {
            output.count(text(name).len());
        }
        for name in &self.strings {
            output.bytes.extend_from_slice(text(name).as_bytes());
        }
    }
}

/// Type, precision and flags of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Form {
    ty: Type,
    precision: Precision,
    flags: ValueFlags,
}

impl Form {
    fn of(data: &ValueData) -> Self {
        Self { ty: data.ty, precision: data.precision, flags: data.flags }
    }
}
