//! Tokens of the text form. `grammar/lexemes.rs` has their regular expressions; words and labels are distinguished here.

use crate::generated::lexemes::Lexeme;
use logos::Logos;
use vitrum_ir::types::Scalar;
use vitrum_ir::{ParamMode, Precision, Storage};

/// A token of the grammar. Labels and quoted strings keep their sigils and quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    Mark(Lexeme),
    Value(&'a str),
    Global(&'a str),
    Function(&'a str),
    Struct(&'a str),
    Constant(&'a str),
    Quoted(&'a str),
    Integer(&'a str),
    Hexadecimal(&'a str),
    Number(&'a str),
    Span(&'a str),
    Keyword(Keyword),
    Scalar(Scalar),
    Vector(u8),
    Matrix((u8, u8)),
    Precision(Precision),
    Storage(Storage),
    ParamMode(ParamMode),
    /// Any other word.
    Word(&'a str),
    /// A part of no token.
    Unknown,
}

macro_rules! keywords {
    ($($keyword:ident $word:literal,)*) => {
        /// A word that the grammar names.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Keyword { $($keyword),* }

        impl Keyword {
            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$keyword),)*
                    _ => None,
                }
            }
        }
    };
}

keywords! {
    Vir "vir", File "file", Line "line", Stage "stage", Source "source", Extension "extension", Subroutine "subroutine", Spelling "spelling", String "string",
    Spirv "spirv", Execution "execution", Entry "entry", Inline "inline", Noinline "noinline", Export "export", Import "import",
    Initializer "initializer", Callback "callback", Doc "doc", Spec "spec", Const "const",
    Declare "declare", Struct "struct", Global "global", Fn "fn", Location "location", Case "case",
    Id "id", Block "block", LocalSize "local_size", Name "name", Set "set", Literal "literal",
    Literals "literals", Text "text", Type "type", Capability "capability", Next "next",
    Composite "composite", Void "void", Sampler "sampler", SamplerShadow "sampler_shadow",
    AtomicCounter "atomic_counter", AccelerationStructure "acceleration_structure", RayQuery "ray_query",
    HitObject "hit_object", Tensor "tensor", Array "array", LongVector "long_vector", CooperativeVector "cooperative_vector", ScalarOf "scalar_of",
    Like "like", Vec "vec", Mat "mat", Ptr "ptr", Image "image", Sampled "sampled",
    CooperativeMatrix "cooperative_matrix", TensorLayout "tensor_layout", TensorView "tensor_view", Sized "sized",
    Reference "reference", Descriptor "descriptor", Handle "handle", True "true", False "false",
    Null "null", Undef "undef", Bits "bits", Call "call", BreakIf "break_if", If "if", Else "else",
    Loop "loop", Continuing "continuing", Switch "switch", Default "default",
    DependencyLength "dependency_length", MinIterations "min_iterations", MaxIterations "max_iterations",
    IterationMultiple "iteration_multiple", PeelCount "peel_count", PartialCount "partial_count",
    MultipleWaitQueues "multiple_wait_queues",
}

/// A token between the offsets of its ends.
pub(crate) type Place<'a> = (usize, Token<'a>, usize);

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Place<'_>> {
    let lexemes = Lexeme::lexer(text).spanned();
    lexemes.map(|(lexeme, at)| (at.start, token(lexeme, &text[at.clone()]), at.end)).collect()
}

fn token(lexeme: Result<Lexeme, ()>, text: &str) -> Token<'_> {
    match lexeme {
        Ok(Lexeme::Label) => match text.as_bytes()[0] {
            b'%' => Token::Value(text),
            b'@' => Token::Global(text),
            b'&' => Token::Function(text),
            b'#' => Token::Struct(text),
            _ => Token::Constant(text),
        },
        Ok(Lexeme::Quoted) => Token::Quoted(text),
        Ok(Lexeme::Integer) => Token::Integer(text),
        Ok(Lexeme::Hexadecimal) => Token::Hexadecimal(text),
        Ok(Lexeme::Number) => Token::Number(text),
        Ok(Lexeme::Span) => Token::Span(text),
        Ok(Lexeme::Word) => word(text),
        Ok(mark) => Token::Mark(mark),
        Err(()) => Token::Unknown,
    }
}

/// The words of some tables are tokens of their own, since the grammar depends on them.
fn word(text: &str) -> Token<'_> {
    let keyword = || Keyword::from_word(text).map(Token::Keyword);
    let scalar = || Scalar::from_name(text).map(Token::Scalar);
    let storage = || Storage::from_name(text).map(Token::Storage);
    let precision = || Precision::from_name(text).filter(|&it| it != Precision::None).map(Token::Precision);
    let passing = || ParamMode::from_name(text).map(Token::ParamMode);
    let vector = || {
        let size = text.strip_prefix("vec")?.parse().ok()?;
        (size >= 2).then_some(Token::Vector(size))
    };
    let matrix = || {
        let (columns, rows) = text.strip_prefix("mat")?.split_once('x')?;
        let (columns, rows) = (columns.parse().ok()?, rows.parse().ok()?);
        let fits = (2..=4).contains(&columns) && (2..=4).contains(&rows);
        fits.then_some(Token::Matrix((columns, rows)))
    };
    let known = keyword().or_else(scalar).or_else(storage).or_else(precision).or_else(passing);
    known.or_else(vector).or_else(matrix).unwrap_or(Token::Word(text))
}
