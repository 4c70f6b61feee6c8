//! Macros: what a definition holds, and where they are found.

use std::sync::LazyLock;

use vitrum_ir::Span;

use crate::extensions::Extension;
use crate::symbols::Symbol;
use crate::tokens::Punctuator;
use crate::tokens::keywords::extension_symbol;

/// A token while macros are at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct PpToken {
    pub(super) kind: PpKind,
    /// Whether blanks or comments precede it.
    pub(super) spaced: bool,
    /// Whether it comes from the body of a macro, so that the place of use is its place.
    pub(super) from_body: bool,
    /// Whether it was found within its own expansion and must stay as it is (C11 6.10.3.4).
    pub(super) inert: bool,
    /// Where it is written.
    pub(super) span: Span,
}

/// What it is; strings and numbers are interned spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PpKind {
    Identifier(Symbol),
    Number(Symbol),
    /// Without its quotes.
    String(Symbol),
    Punctuator(Punctuator),
    Hash,
    HashHash,
    /// Something that is no token of the language.
    Unknown(Symbol),
    /// A string without its last quote.
    UnterminatedString(Symbol),
    UnterminatedComment,
}

/// A number of a [`Macro`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MacroId(u32);

/// One piece of a macro's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyToken {
    pub(super) token: PpToken,
    /// Which parameter it names.
    pub(super) parameter: Option<u16>,
    /// Whether `##` follows it.
    pub(super) pasted: bool,
}

/// What a macro expands to.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// `#define NAME body`; what `##` makes is made already.
    Object(Vec<PpToken>),
    /// `#define NAME(a, b) body`
    Function { parameters: Vec<Symbol>, body: Vec<BodyToken> },
    /// 1, as the language says: an extension, `GL_ES` and the like.
    One,
    /// `VULKAN`
    Vulkan,
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
    /// `__VERSION__`
    Version,
}

impl Body {
    /// Whether the language defines it, so that a program may not.
    pub(super) fn is_predefined(&self) -> bool {
        match self {
            Self::Object(_) | Self::Function { .. } => false,
            Self::One | Self::Vulkan | Self::Line | Self::File | Self::Version => true,
        }
    }

    /// Whether two definitions are the same, so that the second one is allowed.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        // Blanks before the first token do not count.
        let same =
            |index: usize, a: &PpToken, b: &PpToken| a.kind == b.kind && (index == 0 || a.spaced == b.spaced);
        match (self, other) {
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b).enumerate().all(|(i, (a, b))| same(i, a, b))
            }
            (
                Self::Function { parameters, body },
                Self::Function { parameters: other_parameters, body: other_body },
            ) => {
                let same_piece = |(i, (a, b)): (usize, (&BodyToken, &BodyToken))| {
                    a.pasted == b.pasted && same(i, &a.token, &b.token)
                };
                parameters == other_parameters
                    && body.len() == other_body.len()
                    && body.iter().zip(other_body).enumerate().all(same_piece)
            }
            _ => false,
        }
    }
}

/// A macro; definitions are never removed, since one may be undefined while it expands.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    pub(super) body: Body,
    /// Its name in its `#define`.
    pub(super) definition: Option<Span>,
    /// Whether it is being expanded, so that its name means nothing.
    pub(super) disabled: bool,
}

/// All macros.
#[derive(Clone, Debug, Default)]
pub(super) struct MacroTable {
    macros: Vec<Macro>,
    /// Per symbol, the macro's number; `UNDEFINED` where there is none.
    by_symbol: Vec<u32>,
}

const UNDEFINED: u32 = u32::MAX;

/// Numbers from here on are those of [`EXTENSIONS`].
const FIRST_EXTENSION: u32 = 1 << 31;

/// The macros that extensions define, by extension. They are a few hundred in every shader and hardly ever used, so
/// that they are made once: a constant that is computed.
static EXTENSIONS: LazyLock<Vec<Macro>> = LazyLock::new(|| {
    let of = |&extension: &Extension| Macro {
        name: extension_symbol(extension),
        body: Body::One,
        definition: None,
        disabled: false,
    };
    Extension::ALL.iter().map(of).collect()
});

impl MacroTable {
    /// The macro of this name.
    pub(super) fn find(&self, name: Symbol) -> Option<MacroId> {
        match self.by_symbol.get(name.index()) {
            Some(&id) if id != UNDEFINED => Some(MacroId(id)),
            _ => None,
        }
    }

    /// The macro with this number.
    pub(super) fn get(&self, id: MacroId) -> &Macro {
        // Numbers come from `define` and `define_extension` alone, and no macro is ever removed.
        match id.0.checked_sub(FIRST_EXTENSION) {
            Some(extension) => &EXTENSIONS[extension as usize],
            None => &self.macros[id.0 as usize],
        }
    }

    /// Whether its name means nothing for now.
    pub(super) fn set_disabled(&mut self, id: MacroId, disabled: bool) {
        if let Some(data) = self.macros.get_mut(id.0 as usize) {
            data.disabled = disabled;
        }
    }

    /// Defines a macro, in place of the one of this name.
    pub(super) fn define(&mut self, name: Symbol, body: Body, definition: Option<Span>) {
        let id = self.macros.len() as u32;
        self.macros.push(Macro { name, body, definition, disabled: false });
        self.set(name, id);
    }

    /// Defines the macro of an extension, unless its name is taken.
    pub(super) fn define_extension(&mut self, extension: Extension) {
        let name = extension_symbol(extension);
        if self.find(name).is_none() {
            self.set(name, FIRST_EXTENSION + extension as u32);
        }
    }

    fn set(&mut self, name: Symbol, id: u32) {
        let index = name.index();
        if index >= self.by_symbol.len() {
            self.by_symbol.resize(index + 1, UNDEFINED);
        }
        if let Some(entry) = self.by_symbol.get_mut(index) {
            *entry = id;
        }
    }

    /// Removes the name.
    pub(super) fn undefine(&mut self, name: Symbol) {
        if let Some(entry) = self.by_symbol.get_mut(name.index()) {
            *entry = UNDEFINED;
        }
    }
}
