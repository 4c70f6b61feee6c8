//! Positions in source text.

use crate::names::Name;

/// A half-open range of bytes in the source map of a compilation.
///
/// All files of a compilation lie end to end in one address space, the main file first, at 0; whoever
/// holds the source map finds file, line and column from an offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte; equal to `start` for a place between two bytes.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span of the same text after the source map was appended to another, which moved it by this much.
    pub const fn shifted(self, by: u32) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }

    /// True if it is the span of nothing: of what no source declares.
    pub const fn is_nowhere(self) -> bool {
        self.start == 0 && self.end == 0
    }

    /// The smallest span that holds both.
    #[inline]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The declaration in the source from which a global, a struct, a member, a parameter or a function was made.
///
/// Both parts are empty for what the source does not declare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Its name in the source, or the keyword that begins it.
    pub span: Span,
    /// The doc comment in front of it (`///` or `/** */`), without the comment's marks.
    pub doc: Name,
}

impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Self { span, doc: Name::EMPTY }
    }
}
