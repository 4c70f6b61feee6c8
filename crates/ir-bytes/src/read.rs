//! Reads a module.
//!
//! Every list is checked against the bytes that are left before memory is taken for it, and every number against the list that it
//! indexes. The memory of a module is proportional to its bytes, since an entry of a list takes at least some of them.

mod declarations;
mod function;
mod optional;

use vitrum_ir::{
    ImageOperands, MemoryAccess, Module, Name, Op, Precision, Sig, SourceMap, Stage, Swizzle, SwizzledStore,
    Type, ValueFlags,
};

use crate::ReadError;
use crate::format::{
    FUNCTIONS, GENERICS, MAGIC, MODULE, NAMES, ORIGINS, SECTIONS, SOURCES, SPANS, SPELLING, STRINGS, VERSION,
    WORDS,
};
use crate::input::{Input, Step};
use crate::words::{Kind, Vocabulary};

/// The module of a file, and the files that its spans lie in, if they are there. The module may still break
/// rules: [`vitrum_ir::verify`] checks them.
///
/// Takes time and memory in proportion to the number of bytes.
///
/// # Errors
/// The first place that is not in the format.
pub fn read(bytes: &[u8]) -> Result<(Module, SourceMap), ReadError> {
    read_sections(bytes).map_err(|error| *error)
}

fn read_sections(bytes: &[u8]) -> Step<(Module, SourceMap)> {
    let sections = Sections::find(bytes)?;
    let mut reader = Reader::new(sections.required(WORDS)?, sections.required(STRINGS)?)?;
    let mut input = sections.required(MODULE)?;
    reader.module(&mut input)?;
    input.end()?;
    let mut input = sections.required(FUNCTIONS)?;
    reader.functions(&mut input)?;
    input.end()?;
    if let Some(mut input) = sections.optional(GENERICS) {
        reader.generics(&mut input)?;
        input.end()?;
    }
    let mut sources = SourceMap::new();
    if let Some(mut input) = sections.optional(ORIGINS) {
        reader.origins(&mut input)?;
        input.end()?;
    }
    if let Some(mut input) = sections.optional(NAMES) {
        reader.names(&mut input)?;
        input.end()?;
    }
    if let Some(mut input) = sections.optional(SPANS) {
        reader.spans(&mut input)?;
        input.end()?;
    }
    if let Some(mut input) = sections.optional(SPELLING) {
        reader.spelling(&mut input)?;
        input.end()?;
    }
    if let Some(mut input) = sections.optional(SOURCES) {
        sources = optional::sources(&mut input)?;
        input.end()?;
    }
    Ok((reader.module, sources))
}

/// The sections of a file, in the order of [`SECTIONS`].
struct Sections<'a> {
    found: [Option<Input<'a>>; SECTIONS.len()],
    /// The end of the file, where a section that is not there is missed.
    end: Input<'a>,
}

impl<'a> Sections<'a> {
    fn find(bytes: &'a [u8]) -> Step<Self> {
        let mut input = Input::new(bytes, 0);
        if input.take(MAGIC.len()).ok() != Some(&MAGIC) {
            return Input::new(bytes, 0).fail("not a `.virb` file: it does not begin with `virb`");
        }
        let version = input;
        let number = input.number()?;
        if !(1..=VERSION).contains(&number) {
            return version.fail(format!("version {number} of the format; the latest known is {VERSION}"));
        }
        let mut found = [None; SECTIONS.len()];
        while input.left() > 0 {
            let head = input;
            let name = input.byte()?;
            let length = input.number()? as usize;
            let base = input.offset();
            let content = Input::new(input.take(length)?, base);
            match SECTIONS.iter().position(|&section| section == name) {
                Some(at) if found[at].is_some() => {
                    return head.fail(format!("section `{}` for the second time", char::from(name)));
                }
                Some(at) => found[at] = Some(content),
                None if name.is_ascii_lowercase() => {}
                None => return head.fail(format!("unknown section {name:#04x}")),
            }
        }
        Ok(Self { found, end: input })
    }

    fn optional(&self, section: u8) -> Option<Input<'a>> {
        let at = SECTIONS.iter().position(|&other| other == section)?;
        self.found.get(at).copied().flatten()
    }

    fn required(&self, section: u8) -> Step<Input<'a>> {
        match self.optional(section) {
            Some(input) => Ok(input),
            None => self.end.fail(format!("section `{}` is missing", char::from(section))),
        }
    }
}

/// The lists that are known so far.
struct Reader<'a> {
    vocabulary: &'static Vocabulary,
    words: Vec<Word<'a>>,
    module: Module,
    /// Number of strings, with the empty one.
    strings: usize,
    types: Vec<Type>,
    /// Number of constants; their numbers in the file are those in the module.
    constants: usize,
    structs: usize,
    spec_constants: usize,
    globals: usize,
    functions: usize,
}

/// A word of the file, and the row that it was last looked up as.
struct Word<'a> {
    text: &'a [u8],
    found: Option<(Kind, u16)>,
}

/// Type, precision and flags of a value.
type Form = (Type, Precision, ValueFlags);

impl<'a> Reader<'a> {
    fn new(mut words: Input<'a>, mut strings: Input<'a>) -> Step<Self> {
        let mut reader = Self {
            vocabulary: Vocabulary::get(),
            words: word_list(&mut words)?,
            module: Module::new(Stage::Vertex),
            strings: 1,
            types: Vec::new(),
            constants: 1,
            structs: 0,
            spec_constants: 0,
            globals: 0,
            functions: 0,
        };
        reader.string_list(&mut strings)?;
        strings.end()?;
        Ok(reader)
    }

    fn string_list(&mut self, input: &mut Input<'a>) -> Step<()> {
        let count = input.count(1)?;
        let mut lengths = *input;
        for _ in 0..count {
            input.number()?;
        }
        let text = *input;
        let bytes = input.take(input.left())?;
        let Ok(all) = std::str::from_utf8(bytes) else { return text.fail("strings are not UTF-8") };
        self.module.names.reserve(count, bytes.len());
        let mut start = 0;
        for number in 1..=count {
            let length = lengths.number()? as usize;
            let Some(string) = all.get(start..).and_then(|rest| rest.get(..length)) else {
                return lengths.fail("the length of a string exceeds the text");
            };
            if vitrum_ir::Id::index(self.module.names.intern(string)) != number {
                return lengths.fail(format!("string {number} is empty, or there for the second time"));
            }
            start += length;
        }
        if start != all.len() {
            return lengths.fail("strings are shorter than the text");
        }
        self.strings = count + 1;
        Ok(())
    }

    /// The row of a table that a word stands for.
    #[inline]
    fn word(&mut self, input: &mut Input<'_>, kind: Kind) -> Step<usize> {
        let before = *input;
        let index = input.number()? as usize;
        match self.words.get(index) {
            Some(Word { found: Some((of, row)), .. }) if *of == kind => Ok((*row).into()),
            _ => self.look_up(before, index, kind),
        }
    }

    #[inline(never)]
    fn look_up(&mut self, input: Input<'_>, index: usize, kind: Kind) -> Step<usize> {
        let Some(word) = self.words.get_mut(index) else {
            return input.fail(format!("unknown word {index}"));
        };
        let Some(row) = self.vocabulary.find(kind, word.text) else {
            let text: Vec<u8> = word.text.iter().map(|byte| byte & 0x7f).collect();
            return input.fail(format!("unknown word `{}` ({kind:?})", String::from_utf8_lossy(&text)));
        };
        word.found = Some((kind, row));
        Ok(row.into())
    }

    /// A row of a table of rows that begin with the value.
    fn row<T: Copy>(&mut self, input: &mut Input<'_>, kind: Kind, table: &[(T, &str)]) -> Step<T> {
        let row = self.word(input, kind)?;
        match table.get(row) {
            Some(row) => Ok(row.0),
            None => input.fail("word of another table"),
        }
    }

    /// Calls `add` with each of a set of words.
    fn flags<T: Copy>(
        &mut self,
        input: &mut Input<'_>,
        kind: Kind,
        table: &[(T, &str)],
        mut add: impl FnMut(T),
    ) -> Step<()> {
        for _ in 0..input.count(1)? {
            add(self.row(input, kind, table)?);
        }
        Ok(())
    }

    fn string(&self, input: &mut Input<'_>) -> Step<Name> {
        input.below(self.strings, "string").map(vitrum_ir::Id::from_index)
    }

    fn ty(&self, input: &mut Input<'_>) -> Step<Type> {
        let index = input.number()? as usize;
        self.type_at(input, index)
    }

    #[inline]
    fn type_at(&self, input: &Input<'_>, index: usize) -> Step<Type> {
        match self.types.get(index) {
            Some(&ty) => Ok(ty),
            None => input.fail(format!("unknown type {index} of {}", self.types.len())),
        }
    }

    fn constant(&self, input: &mut Input<'_>) -> Step<vitrum_ir::Constant> {
        input.below(self.constants, "constant").map(vitrum_ir::Id::from_index)
    }

    #[inline]
    fn form(&mut self, input: &mut Input<'_>) -> Step<Form> {
        let number = input.number()? as usize;
        let ty = self.type_at(input, number >> 1)?;
        let (mut precision, mut flags) = (Precision::None, ValueFlags::NONE);
        if number & 1 != 0 {
            for _ in 0..input.count(1)? {
                let row = self.word(input, Kind::Value)?;
                match (Precision::ALL.get(row), row.checked_sub(Precision::ALL.len())) {
                    (Some(found), _) => precision = found.0,
                    (_, Some(rest)) => {
                        flags.insert(ValueFlags::ALL.get(rest).map_or(ValueFlags::NONE, |row| row.0));
                    }
                    _ => {}
                }
            }
        }
        Ok((ty, precision, flags))
    }

    /// The immediate of an operation.
    fn immediate(&mut self, input: &mut Input<'_>, op: Op) -> Step<u32> {
        let mut access = MemoryAccess::NONE;
        Ok(match op.info().sig {
            Sig::Control => 0,
            Sig::Load | Sig::Store => {
                self.flags(input, Kind::Access, MemoryAccess::ALL, |flag| access.insert(flag))?;
                access.bits()
            }
            Sig::StoreSwizzle => {
                let swizzle = Swizzle::from_bits(input.number()?);
                self.flags(input, Kind::Access, MemoryAccess::ALL, |flag| access.insert(flag))?;
                SwizzledStore { swizzle, access }.bits()
            }
            Sig::Image | Sig::ImageWrite => {
                let mut operands = ImageOperands::NONE;
                self.flags(input, Kind::ImageOperand, ImageOperands::ALL, |flag| operands.insert(flag))?;
                operands.bits()
            }
            Sig::Intrinsic => self.word(input, Kind::Intrinsic)? as u32,
            Sig::Call => input.below(self.functions, "function")? as u32,
            _ => input.number()?,
        })
    }
}

/// The words of a file; each has at least one byte.
fn word_list<'a>(input: &mut Input<'a>) -> Step<Vec<Word<'a>>> {
    let mut ends = *input;
    let bytes = ends.take(ends.left())?;
    let count = bytes.iter().filter(|&&byte| byte >= 0x80).count();
    let mut words = Vec::with_capacity(count);
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= 0x80 {
            words.push(Word { text: bytes.get(start..=at).unwrap_or(&[]), found: None });
            start = at + 1;
        }
    }
    if start < bytes.len() {
        return ends.fail("the last word does not end");
    }
    Ok(words)
}
