//! The spelling of what the IR does not tell apart in the source, for printers of source text.
//!
//! An entry belongs to a place in the source, and so to the instructions that were made from it: it applies as long as they
//! keep their spans, and no pass needs to know of it.

use crate::constants::Constant;
use crate::module::{Precision, named_enum};
use crate::names::Name;
use crate::span::Span;

named_enum! {
    /// Letters of components other than `xyzw`.
    Letters {
        /// Colours.
        Color "rgba",
        /// Texture coordinates.
        Texture "stpq",
    }
}

named_enum! {
    /// The form in which the source gives a constant.
    Naming {
        /// The name of a constant that is declared outside of functions.
        Global "global",
        /// The name of a constant that is declared in a function.
        Local "local",
        /// An expression of global names and literals, which was folded: `PI * 0.5`.
        Expression "expression",
    }
}

/// A constant to which the source gives a name, or that it computes from such. Equal constants may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedConstant {
    /// The value: a number, or a vector of numbers.
    pub constant: Constant,
    /// The name, or the text of the expression.
    pub name: Name,
    /// The declared precision.
    pub precision: Precision,
    /// The kind of name.
    pub naming: Naming,
}

/// The fact of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelled {
    /// Components have these letters. The span is that of the vector with the letters.
    Letters(Letters),
    /// A constant is given by name, or declared, which comes first: its position in [`Spelling::constants`]. The label of a case has
    /// the span of its `switch`. An expression with the span of a declaration is the initialiser of the constant before it.
    Constant(u32),
    /// The statements of a case stand in braces: the case of a value, or the default one. The span is that of the `switch`.
    Braces(Option<Constant>),
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpellingEntry {
    /// The place.
    pub span: Span,
    /// The fact.
    pub what: Spelled,
}

/// The spelling of a module's source.
#[derive(Clone, Debug, Default)]
pub struct Spelling {
    entries: Vec<SpellingEntry>,
    constants: Vec<NamedConstant>,
}

impl Spelling {
    /// Forgets everything, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { entries, constants } = self;
        entries.clear();
        constants.clear();
    }

    /// Adds a constant with a name.
    pub fn add_constant(&mut self, constant: NamedConstant) -> Spelled {
        self.constants.push(constant);
        Spelled::Constant(self.constants.len() as u32 - 1)
    }

    /// Adds an entry. [`Spelling::sort`] must follow the last one.
    pub fn add(&mut self, span: Span, what: Spelled) {
        self.entries.push(SpellingEntry { span, what });
    }

    /// Sorts the entries by place; those of one place stay in order.
    pub fn sort(&mut self) {
        self.entries.sort_by_key(|entry| entry.span);
        self.entries.dedup();
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, by place.
    pub fn entries(&self) -> &[SpellingEntry] {
        &self.entries
    }

    /// The constants with names.
    pub fn constants(&self) -> &[NamedConstant] {
        &self.constants
    }

    /// Moves all places by a number.
    pub fn shift_spans(&mut self, by: u32) {
        self.entries.iter_mut().for_each(|entry| entry.span = entry.span.shifted(by));
    }
}
