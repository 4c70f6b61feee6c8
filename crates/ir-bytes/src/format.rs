//! Constants of the format: the head of a file and the sections behind it.
//!
//! A file is the magic number, the version of the format as a number, and sections: a byte that names the section, its
//! length in bytes as a number, and its content. The byte of a section without which a module cannot be read is an
//! upper-case letter; a reader skips a section whose byte is a lower-case letter that it does not know.
//!
//! A number is in LEB128: seven bits a byte, least significant first, and the highest bit of a byte set if there is another. A
//! signed number `n` is `2 * n`, or `-2 * n - 1` if it is negative.

/// The first bytes of every file.
pub(crate) const MAGIC: [u8; 4] = *b"virb";

/// The version that is written, and the latest one that is read.
pub(crate) const VERSION: u32 = 1;

/// The words that the file uses: each ends with a byte whose highest bit is set.
pub(crate) const WORDS: u8 = b'W';
/// The strings: their number, their lengths, their text. String 0 is the empty one, and not in the list.
pub(crate) const STRINGS: u8 = b'S';
/// Everything but the bodies of functions.
pub(crate) const MODULE: u8 = b'M';
/// Functions, behind the shapes of their instructions.
pub(crate) const FUNCTIONS: u8 = b'F';
/// Parameters of generic functions, and arguments of instances, by function. It is there if a module has any.
pub(crate) const GENERICS: u8 = b'G';
/// Declarations in the source: spans and doc comments.
pub(crate) const ORIGINS: u8 = b'o';
/// Names of values and constants.
pub(crate) const NAMES: u8 = b'n';
/// Spans of instructions.
pub(crate) const SPANS: u8 = b's';
/// The spelling of what the module does not tell apart in the source.
pub(crate) const SPELLING: u8 = b'p';
/// The files that spans lie in.
pub(crate) const SOURCES: u8 = b'm';

/// Every section, in the order in which they are written.
pub(crate) const SECTIONS: [u8; 10] =
    [WORDS, STRINGS, MODULE, FUNCTIONS, GENERICS, ORIGINS, NAMES, SPANS, SPELLING, SOURCES];

/// Kinds of operands, in the low bits of their number: a value defined before, by its distance.
pub(crate) const VALUE_BITS: u32 = 1;
/// The low two bits of the number of a constant.
pub(crate) const CONSTANT: u32 = 1;
/// The low two bits of the number of a global.
pub(crate) const GLOBAL: u32 = 3;
/// The number of results of a shape whose instructions list their results themselves.
pub(crate) const LISTED: u32 = 2;
