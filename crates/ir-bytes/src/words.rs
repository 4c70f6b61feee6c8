//! The vocabulary: every word that a file may hold, by kind.
//!
//! A file has a list of the words that it uses, and numbers are positions in that list. A word means a row of a table of the
//! IR: the numbering of these tables is no part of the format.

use std::sync::OnceLock;

use vitrum_ir::generics::Bound;
use vitrum_ir::{
    Behavior, BlendEquations, BuiltIn, ControlHints, DepthMode, Dim, ImageFormat, ImageOperands,
    Interpolation, Intrinsic, LayoutRule, MatrixUse, MemoryAccess, Modes, Op, ParamMode, Precision,
    Primitive, Qualifiers, Scalar, SourceLanguage, SourceProfile, Spacing, SpirvKind, Stage, Storage,
    ValueFlags,
};

/// The table that a word is looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    Op,
    Intrinsic,
    Stage,
    Storage,
    Scalar,
    Type,
    Image,
    Dim,
    ImageFormat,
    MatrixUse,
    LayoutRule,
    Constant,
    Precision,
    Attribute,
    BuiltIn,
    Value,
    Execution,
    Primitive,
    Spacing,
    DepthMode,
    Language,
    Profile,
    Behavior,
    Access,
    ImageOperand,
    Hint,
    LoopHint,
    SpirvItem,
    SpirvOperand,
    Bound,
    Spelling,
}

/// Words of the format itself, as an enum.
pub(crate) trait Words: Copy + 'static {
    /// Every row with its word.
    const ALL: &[(Self, &'static str)];

    /// Its word.
    fn name(self) -> &'static str;

    /// The row of this number.
    fn at(number: usize) -> Option<Self> {
        Self::ALL.get(number).map(|row| row.0)
    }
}

/// Makes an enum with its words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($variant),* }

        impl Words for $name {
            const ALL: &[(Self, &'static str)] = &[$((Self::$variant, $text)),*];

            fn name(self) -> &'static str {
                Self::ALL[self as usize].1
            }
        }
    };
}

words! {
    /// Types beyond scalars, whose words are their names.
    TypeWord {
        Void "void", Vector "vector", Matrix "matrix", Array "array", ArraySpec "array_spec",
        ArrayRuntime "array_runtime", Struct "struct", Pointer "pointer", Image "image", Sampler "sampler",
        SamplerShadow "sampler_shadow", SampledImage "sampled_image", AtomicCounter "atomic_counter",
        AccelerationStructure "acceleration_structure", RayQuery "ray_query", HitObject "hit_object",
        Tensor "tensor",
        CooperativeMatrix "cooperative_matrix", BufferReference "buffer_reference", Descriptor "descriptor", Spirv "spirv",
        Param "param", ScalarOf "scalar_of", Like "like", GenericVector "generic_vector",
        GenericMatrix "generic_matrix", GenericArray "generic_array", LongVector "long_vector",
        LongVectorSpec "long_vector_spec", CooperativeVector "cooperative_vector",
        CooperativeVectorSpec "cooperative_vector_spec", TensorLayout "tensor_layout", TensorView "tensor_view",
        SizedTensorView "sized_tensor_view", Handle "handle",
    }
}

words! {
    /// Properties of image types that are there or not.
    ImageWord { Arrayed "arrayed", Multisampled "multisampled", Shadow "shadow", Storage "storage" }
}

words! {
    /// Forms of constants. `Bits` are those of a scalar, not shortened by its type.
    ConstantWord {
        Scalar "scalar", Bits "bits", Composite "composite", Null "null", Undef "undef", Spec "spec", Op "op",
        Param "param",
    }
}

words! {
    /// Attributes whose operand is not a number, or that have none.
    AttributeWord {
        BuiltIn "builtin", Block "block", Value "value", Id "id", Inline "inline", Noinline "noinline", Export "export", Import "import",
        Initializer "initializer", Format "format", Callback "callback",
        Layout "layout",
    }
}

words! {
    /// Execution modes with an operand.
    ExecutionWord {
        LocalSize "local_size", Input "input", Output "output", Spacing "spacing", Depth "depth",
        MaxVertices "max_vertices", MaxPrimitives "max_primitives", Invocations "invocations", NumViews "num_views",
        SecondaryViewOffset "secondary_view_offset", QueryMicromapsId "query_micromaps_id",
        TileRateX "tile_rate_x", TileRateY "tile_rate_y", TileRateZ "tile_rate_z",
        SharedSize "shared_size", ScratchSize "scratch_size",
    }
}

words! {
    /// Entries of the spelling of the source.
    SpellingWord { Rgba "rgba", Stpq "stpq", Case "case", Default "default", Const "const", Local "local", Expression "expression" }
}

words! {
    /// Operands of items of SPIR-V.
    SpirvWord { Literal "literal", Constant "constant", Text "text", Type "type", Global "global" }
}

/// Attributes with a number.
pub(crate) const NUMBERS: &[&str] = &[
    "location",
    "component",
    "index",
    "set",
    "binding",
    "offset",
    "align",
    "stream",
    "xfb_buffer",
    "xfb_stride",
    "xfb_offset",
    "input_attachment",
    "bank",
    "member_offset",
    "heap",
    "slot",
    "spirv",
];

/// Hints with a number.
pub(crate) const LOOP_HINTS: &[&str] = &[
    "dependency_length",
    "min_iterations",
    "max_iterations",
    "iteration_multiple",
    "peel_count",
    "partial_count",
    "multiple_wait_queues",
];

/// An attribute of a declaration: the word, without its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// A position in [`NUMBERS`].
    Number(usize),
    Other(AttributeWord),
    Precision(Precision),
    Interpolation(Interpolation),
    Passing(ParamMode),
    Qualifier(Qualifiers),
}

impl Attribute {
    /// The attribute of this number, in the order of the words of [`Kind::Attribute`].
    pub(crate) fn at(number: usize) -> Option<Self> {
        let mut rest = number;
        /// The row of a table, which the number is in or behind.
        fn row<T: Copy>(table: &[(T, &str)], rest: &mut usize) -> Option<T> {
            let found = table.get(*rest).map(|row| row.0);
            *rest = rest.wrapping_sub(table.len());
            found
        }
        if rest < NUMBERS.len() {
            return Some(Self::Number(rest));
        }
        rest -= NUMBERS.len();
        if let Some(word) = row(AttributeWord::ALL, &mut rest) {
            return Some(Self::Other(word));
        }
        if let Some(precision) = row(Precision::ALL, &mut rest) {
            return Some(Self::Precision(precision));
        }
        if let Some(interpolation) = row(Interpolation::ALL, &mut rest) {
            return Some(Self::Interpolation(interpolation));
        }
        if let Some(passing) = row(ParamMode::ALL, &mut rest) {
            return Some(Self::Passing(passing));
        }
        row(Qualifiers::ALL, &mut rest).map(Self::Qualifier)
    }
}

/// Words that files of earlier versions hold for what has another name now: kind, earlier name, name.
const ALIASES: &[(Kind, &str, &str)] = &[];

type Rows = fn() -> Vec<&'static str>;

/// Every kind with its words; the number of a word is its position.
const KINDS: &[(Kind, Rows)] = &[
    (Kind::Op, || Op::ALL.iter().map(|op| op.mnemonic()).collect()),
    (Kind::Intrinsic, || Intrinsic::ALL.iter().map(|intrinsic| intrinsic.name()).collect()),
    (Kind::Stage, || second(Stage::ALL)),
    (Kind::Storage, || second(Storage::ALL)),
    (Kind::Scalar, || second(Scalar::ALL)),
    (Kind::Type, || [second(Scalar::ALL), second(TypeWord::ALL)].concat()),
    (Kind::Image, || second(ImageWord::ALL)),
    (Kind::Dim, || second(Dim::ALL)),
    (Kind::ImageFormat, || ImageFormat::ALL.iter().map(|row| row.1).collect()),
    (Kind::MatrixUse, || second(MatrixUse::ALL)),
    (Kind::LayoutRule, || second(LayoutRule::ALL)),
    (Kind::Constant, || second(ConstantWord::ALL)),
    (Kind::Precision, || second(Precision::ALL)),
    (Kind::Attribute, || {
        [
            NUMBERS,
            &second(AttributeWord::ALL),
            &second(Precision::ALL),
            &second(Interpolation::ALL),
            &second(ParamMode::ALL),
            &second(Qualifiers::ALL),
        ]
        .concat()
    }),
    (Kind::BuiltIn, || BuiltIn::ALL.iter().map(|row| row.1).collect()),
    (Kind::Value, || [second(Precision::ALL), second(ValueFlags::ALL)].concat()),
    (Kind::Execution, || {
        [second(ExecutionWord::ALL), second(Modes::ALL), second(BlendEquations::ALL)].concat()
    }),
    (Kind::Primitive, || second(Primitive::ALL)),
    (Kind::Spacing, || second(Spacing::ALL)),
    (Kind::DepthMode, || second(DepthMode::ALL)),
    (Kind::Language, || SourceLanguage::ALL.iter().map(|row| row.1).collect()),
    (Kind::Profile, || second(SourceProfile::ALL)),
    (Kind::Behavior, || second(Behavior::ALL)),
    (Kind::Access, || second(MemoryAccess::ALL)),
    (Kind::ImageOperand, || second(ImageOperands::ALL)),
    (Kind::Hint, || second(ControlHints::ALL)),
    (Kind::LoopHint, || LOOP_HINTS.to_vec()),
    (Kind::SpirvItem, || second(&SpirvKind::ALL)),
    (Kind::SpirvOperand, || second(SpirvWord::ALL)),
    (Kind::Bound, || second(Bound::ALL)),
    (Kind::Spelling, || second(SpellingWord::ALL)),
];

fn second<T>(rows: &[(T, &'static str)]) -> Vec<&'static str> {
    rows.iter().map(|row| row.1).collect()
}

/// All words of all kinds, and their rows by kind and text.
pub(crate) struct Vocabulary {
    /// The words of each kind.
    words: Vec<Vec<&'static str>>,
    rows: Vec<Row>,
    /// Open addressing: one more than the position of a row, or 0. At most a quarter is in use.
    slots: Box<[u16]>,
}

struct Row {
    hash: u64,
    /// As a file spells it.
    word: Box<[u8]>,
    kind: Kind,
    number: u16,
}

impl Row {
    fn new(kind: Kind, word: &str, number: u16) -> Self {
        let word = in_file(word);
        Self { hash: hash(kind, &word), word, kind, number }
    }
}

impl Vocabulary {
    /// The vocabulary; it is made when it is first asked for.
    pub(crate) fn get() -> &'static Self {
        static ALL: OnceLock<Vocabulary> = OnceLock::new();
        ALL.get_or_init(|| Self::new(ALIASES))
    }

    fn new(aliases: &[(Kind, &'static str, &str)]) -> Self {
        let words: Vec<Vec<&'static str>> = KINDS.iter().map(|row| row.1()).collect();
        let mut rows = Vec::new();
        for (kind, words) in KINDS.iter().map(|row| row.0).zip(&words) {
            rows.extend((0..).zip(words).map(|(number, word)| Row::new(kind, word, number)));
        }
        for &(kind, earlier, word) in aliases {
            let row = rows.iter().find(|row| row.kind == kind && row.word == in_file(word));
            if let Some(number) = row.map(|row| row.number) {
                rows.push(Row::new(kind, earlier, number));
            }
        }
        let mut slots = vec![0; (4 * rows.len()).next_power_of_two()].into_boxed_slice();
        for (row, position) in rows.iter().zip(1..) {
            let mut slot = row.hash as usize & (slots.len() - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = position;
        }
        Self { words, rows, slots }
    }

    /// The word of a row of a table.
    pub(crate) fn word(&self, kind: Kind, number: usize) -> &'static str {
        self.words.get(kind as usize).and_then(|words| words.get(number)).copied().unwrap_or("")
    }

    /// The number of a word of a kind.
    pub(crate) fn number(&self, kind: Kind, word: &str) -> Option<u16> {
        self.find(kind, &in_file(word))
    }

    /// The number of a word of a kind, as a file spells it.
    pub(crate) fn find(&self, kind: Kind, word: &[u8]) -> Option<u16> {
        let hash = hash(kind, word);
        let mut slot = hash as usize;
        loop {
            let position = *self.slots.get(slot & (self.slots.len() - 1))?;
            let row = self.rows.get(usize::from(position).checked_sub(1)?)?;
            if row.hash == hash && row.kind == kind && *row.word == *word {
                return Some(row.number);
            }
            slot += 1;
        }
    }
}

/// A word as a file spells it: the highest bit of its last byte is set.
pub(crate) fn in_file(word: &str) -> Box<[u8]> {
    let mut bytes: Box<[u8]> = word.as_bytes().into();
    if let Some(last) = bytes.last_mut() {
        *last |= 0x80;
    }
    bytes
}

/// Words are short, and differ at their ends and in their lengths.
fn hash(kind: Kind, word: &[u8]) -> u64 {
    let (head, tail) = (word.first_chunk::<8>(), word.last_chunk::<8>());
    let short = || word.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    let bits = match (head, tail) {
        (Some(head), Some(tail)) => u64::from_le_bytes(*head) ^ u64::from_le_bytes(*tail).rotate_left(19),
        _ => short(),
    };
    vitrum_ir::mix(bits ^ (word.len() as u64) << 57 ^ (kind as u64) << 50)
}

#[cfg(test)]
mod tests {
    use super::{Attribute, KINDS, Kind, NUMBERS, Vocabulary, Words};

    #[test]
    fn every_word_is_found_by_its_kind() {
        let all = Vocabulary::get();
        for (at, (kind, words)) in KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, at);
            for (number, word) in words().iter().enumerate() {
                assert_eq!(all.number(*kind, word).map(usize::from), Some(number), "{kind:?} {word}");
                assert_eq!(all.word(*kind, number), *word);
                assert!(word.is_ascii(), "{word}");
            }
        }
        assert_eq!(all.number(Kind::Op, "frobnicate"), None);
        assert_eq!(all.number(Kind::Scalar, "iadd"), None);
    }

    #[test]
    fn attributes_are_in_the_order_of_their_words() {
        let all = Vocabulary::get();
        let word = |number: usize| match Attribute::at(number)? {
            Attribute::Number(at) => Some(NUMBERS[at]),
            Attribute::Other(word) => Some(word.name()),
            Attribute::Precision(precision) => Some(precision.name()),
            Attribute::Interpolation(interpolation) => Some(interpolation.name()),
            Attribute::Passing(passing) => Some(passing.name()),
            Attribute::Qualifier(qualifier) => qualifier.names().next(),
        };
        let words = KINDS[Kind::Attribute as usize].1();
        for (number, text) in words.iter().enumerate() {
            assert_eq!(word(number), Some(*text));
            assert_eq!(all.number(Kind::Attribute, text).map(usize::from), Some(number));
        }
        assert_eq!(Attribute::at(words.len()), None);
    }

    #[test]
    fn an_alias_finds_the_row_that_was_renamed() {
        let all = Vocabulary::new(&[(Kind::Op, "plus", "iadd"), (Kind::Op, "lost", "frobnicate")]);
        assert_eq!(all.number(Kind::Op, "plus"), all.number(Kind::Op, "iadd"));
        assert_eq!(all.number(Kind::Op, "lost"), None);
        assert_eq!(all.number(Kind::Scalar, "plus"), None);
    }
}
