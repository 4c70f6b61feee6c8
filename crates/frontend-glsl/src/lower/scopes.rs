//! Bindings of names in nested scopes.
//!
//! Each symbol has a chain of bindings, the innermost first, so a lookup is one array access and leaving a scope costs
//! as much as it had declarations.

use crate::lower::recorder::Recorder;
use crate::symbols::Symbol;
use rustc_hash::FxHashMap;
use vitrum_ir::{Span, Type};

/// Index of a variable in [`crate::lower::declarations::variables::Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariableId(pub(crate) u32);

/// Index of a set of overloads in [`crate::lower::declarations::overload_sets::Functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OverloadsId(pub(crate) u32);

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    /// A variable, parameter or named constant.
    Variable(VariableId),
    /// The transpose of a built-in matrix.
    Transposed(VariableId),
    /// A member of a block without an instance name: the block's variable and the member's index.
    Member(VariableId, u32),
    /// A struct, or a block that can be a buffer reference.
    Type(Type),
    /// The functions of this name.
    Functions(OverloadsId),
    /// A subroutine type, by its number.
    SubroutineType(u32),
    /// A faulty declaration, whose uses are not reported.
    Error,
}

/// A name bound to its meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// The meaning.
    pub(crate) entity: Entity,
    /// The span of the declaration.
    pub(crate) span: Span,
    symbol: Symbol,
    depth: u32,
    outer: u32,
}

const NONE: u32 = u32::MAX;

/// The scopes that are open. The outermost holds the globals of the shader.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    lists: ScopeLists,
    /// The number of symbols that are words of the language.
    words: usize,
    /// Records names, if an index is asked for.
    pub(crate) recorder: Option<Box<Recorder<'a>>>,
}

/// The bindings of all scopes that are open.
#[derive(Debug, Default)]
pub(crate) struct ScopeLists {
    bindings: Vec<Binding>,
    /// The innermost binding by symbol, except words of the language.
    innermost: Vec<u32>,
    /// The same for words of the language, such as names of built-in functions, which few shaders declare.
    innermost_words: FxHashMap<Symbol, u32>,
    starts: Vec<u32>,
}

impl Scopes<'_> {
    /// Only the global scope, empty. The first symbols, `words` of them, are words of the language. The lists need not be empty.
    pub(crate) fn new(words: usize, mut lists: ScopeLists) -> Self {
        let ScopeLists { bindings, innermost, innermost_words, starts } = &mut lists;
        bindings.clear();
        innermost.clear();
        innermost_words.clear();
        starts.clear();
        // Enough capacity for most shaders.
        bindings.reserve(64);
        innermost.reserve(64);
        starts.reserve(8);
        starts.push(0);
        Self { lists, words, recorder: None }
    }

    /// The lists, for other scopes.
    pub(crate) fn into_lists(self) -> ScopeLists {
        self.lists
    }

    /// The number of scopes that are open inside the global one.
    pub(crate) fn depth(&self) -> u32 {
        self.lists.starts.len() as u32 - 1
    }

    /// Opens a scope.
    pub(crate) fn push(&mut self) {
        self.lists.starts.push(self.lists.bindings.len() as u32);
        if let Some(recorder) = &mut self.recorder {
            recorder.open();
        }
    }

    /// Closes the innermost scope; the global one stays.
    pub(crate) fn pop(&mut self) {
        if self.lists.starts.len() == 1 {
            return;
        }
        let Some(start) = self.lists.starts.pop() else { return };
        if let Some(recorder) = &mut self.recorder {
            recorder.close();
        }
        for binding in self.lists.bindings.drain(start as usize..).rev() {
            let slot = match binding.symbol.index().checked_sub(self.words) {
                Some(index) => self.lists.innermost.get_mut(index),
                None => self.lists.innermost_words.get_mut(&binding.symbol),
            };
            if let Some(slot) = slot {
                *slot = binding.outer;
            }
        }
    }

    /// Closes scopes until `depth` are open inside the global one.
    pub(crate) fn pop_to(&mut self, depth: u32) {
        while self.depth() > depth {
            self.pop();
        }
    }

    /// The innermost binding of `symbol`.
    pub(crate) fn lookup(&self, symbol: Symbol) -> Option<&Binding> {
        let &index = match symbol.index().checked_sub(self.words) {
            Some(index) => self.lists.innermost.get(index)?,
            None if self.lists.innermost_words.is_empty() => return None,
            None => self.lists.innermost_words.get(&symbol)?,
        };
        self.lists.bindings.get(index as usize)
    }

    /// The binding of `symbol` in the innermost scope itself.
    pub(crate) fn lookup_here(&self, symbol: Symbol) -> Option<&Binding> {
        self.lookup(symbol).filter(|binding| binding.depth == self.depth())
    }

    /// The binding of `symbol` in the global scope, unless an inner one hides it.
    pub(crate) fn lookup_global(&self, symbol: Symbol) -> Option<&Binding> {
        let mut binding = self.lookup(symbol)?;
        while binding.depth > 0 {
            binding = self.lists.bindings.get(binding.outer as usize)?;
        }
        Some(binding)
    }

    /// Binds `symbol` in the innermost scope, hiding what it meant before.
    pub(crate) fn bind(&mut self, symbol: Symbol, entity: Entity, span: Span) {
        if let Some(recorder) = &mut self.recorder {
            recorder.bind(entity, span);
        }
        let index = self.lists.bindings.len() as u32;
        let slot = match symbol.index().checked_sub(self.words) {
            Some(index) => {
                if self.lists.innermost.len() <= index {
                    self.lists.innermost.resize(index + 1, NONE);
                }
                let Some(slot) = self.lists.innermost.get_mut(index) else { return };
                slot
            }
            None => self.lists.innermost_words.entry(symbol).or_insert(NONE),
        };
        let outer = std::mem::replace(slot, index);
        self.lists.bindings.push(Binding {
            entity,
            span,
            symbol,
            depth: self.lists.starts.len() as u32 - 1,
            outer,
        });
    }

    /// Every name in sight, the innermost first, for suggestions; some may come twice.
    pub(crate) fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.lists.bindings.iter().rev().map(|binding| binding.symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::{Entity, ScopeLists, Scopes};
    use crate::symbols::Interner;
    use vitrum_ir::Span;
    use vitrum_ir::types::common;

    #[test]
    fn inner_names_hide_outer_ones_until_their_scope_ends() {
        let mut interner = Interner::new();
        // One of them is a word of the language.
        let (a, b) = (interner.intern("sample"), interner.intern("b_name"));
        let (int, float) = (Entity::Type(common::I32), Entity::Type(common::F32));
        let mut scopes = Scopes::new(Interner::KNOWN, ScopeLists::default());
        scopes.bind(a, int, Span::default());
        scopes.push();
        assert!(scopes.lookup_here(a).is_none());
        scopes.bind(a, float, Span::default());
        scopes.bind(b, float, Span::default());
        assert_eq!(scopes.lookup(a).map(|found| found.entity), Some(float));
        assert_eq!(scopes.lookup_global(a).map(|found| found.entity), Some(int));
        scopes.pop();
        assert_eq!(scopes.lookup(a).map(|found| found.entity), Some(int));
        assert!(scopes.lookup(b).is_none());
        scopes.pop();
        assert_eq!(scopes.depth(), 0);
    }
}
