//! The names of a shader with their declarations and uses, for editors.
//!
//! [`Options::index`](crate::Options::index) asks for it. A shader with errors has one, too: a name that nothing declares is not
//! in it, and neither is what a syntax error hides.

use crate::version::Dialect;
use vitrum_ir::{Constant, Function, Global, Module, ParamMode, Precision, Span, Storage, Struct, Type};

/// All names of a shader.
#[derive(Clone, Debug)]
pub struct Index {
    /// The module as far as it was made, if there was an error: its types, structs and constants are whole. Otherwise it is
    /// [`Output::module`](crate::Output::module).
    pub partial: Option<Module>,
    /// The things that have names. Types and constants are those of the module.
    pub items: Vec<Item>,
    /// The places where they are named, in order of position.
    pub occurrences: Vec<Occurrence>,
    /// The text in which local names are known; the first one is everything.
    pub scopes: Vec<Span>,
    /// Points that select a member, in order of position.
    pub selections: Vec<Selection>,
    /// Uses of macros in the text, in order of position; the first name is that of the macro.
    pub macros: Vec<MacroUse>,
    /// Text that `#if` and its like left out, in order of position.
    pub skipped: Vec<Span>,
    /// The version, and the extensions that are enabled at the end.
    pub dialect: Dialect,
}

/// A number of [`Index::items`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub u32);

/// A thing that has a name.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The kind of thing.
    pub kind: ItemKind,
    /// Its type; the result of a function.
    pub ty: Type,
    /// Its precision, or that of the result.
    pub precision: Precision,
    /// Its name in its first declaration; nowhere for what the language declares.
    pub declared: Span,
    /// The number of the scope that it is declared in; 0 for what is known to the end of the shader.
    pub scope: u32,
}

/// The kinds of things that have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A variable, or a named constant.
    Variable {
        /// The storage class; `None` for a constant.
        storage: Option<Storage>,
        /// The global of the module that it is.
        global: Option<Global>,
        /// The value of a constant that is known.
        value: Option<Constant>,
        /// True if it is declared `const`.
        constant: bool,
    },
    /// A parameter of a function with a body.
    Parameter(ParamMode),
    /// A member of a struct or block.
    Member(Struct, u32),
    /// A struct.
    Struct(Struct),
    /// A block. Its name is no type, unless it is a buffer reference.
    Block(Struct),
    /// A function.
    Function(FunctionItem),
    /// A subroutine type.
    SubroutineType,
    /// A declaration with an error.
    Faulty,
}

/// A function with its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionItem {
    /// The function of the module.
    pub function: Function,
    /// Its parameters.
    pub parameters: Vec<ParameterItem>,
    /// True if it has a body.
    pub defined: bool,
}

/// A parameter in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterItem {
    /// Its name in the first declaration; may be empty.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The passing mode.
    pub passing: ParamMode,
    /// Its precision.
    pub precision: Precision,
}

/// The role of a name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// It is declared; a function without a body.
    Declaration,
    /// It gets its body, too.
    Definition,
    /// It is used.
    Use,
}

/// A place where an item is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name; the whole use of a macro if a macro makes it.
    pub span: Span,
    /// The item.
    pub item: ItemId,
    /// Its role.
    pub role: Role,
}

/// A point behind a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The point.
    pub span: Span,
    /// The type of the value.
    pub ty: Type,
}

/// The use of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroUse {
    /// The name and the arguments.
    pub span: Span,
    /// Its name in its `#define`; `None` for a macro of the language.
    pub definition: Option<Span>,
}

impl Index {
    /// The occurrences that begin at an offset or hold it; an end counts as held.
    pub fn occurrences_at(&self, offset: u32) -> impl Iterator<Item = &Occurrence> {
        let end = self.occurrences.partition_point(|occurrence| occurrence.span.start <= offset);
        let begun = self.occurrences.get(..end).unwrap_or_default();
        begun.iter().rev().take_while(move |it| it.span.end >= offset || it.span.start == offset)
    }

    /// True if a conditional left out the text at an offset.
    pub fn is_skipped(&self, offset: u32) -> bool {
        let after = self.skipped.partition_point(|span| span.start <= offset);
        after.checked_sub(1).and_then(|last| self.skipped.get(last)).is_some_and(|span| offset < span.end)
    }

    /// The item with a number.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(id.0 as usize)
    }

    /// All places where an item is named, in order of position.
    pub fn occurrences_of(&self, id: ItemId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |occurrence| occurrence.item == id)
    }
}
