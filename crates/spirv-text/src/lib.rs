//! SPIR-V as text: [`print()`] gives what `spirv-dis` prints, and [`parse`] the words of a text, as `spirv-as` does.

mod literals;
mod names;
mod newer;
mod operands;
mod parse;
mod print;
mod words;

pub use parse::{SyntaxError, parse, parse_as};
pub use print::{Listing, PrintedInstruction, WordsError, print, print_instructions};
pub use words::parse_words;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
