//! Macros: definitions, and the table of names.

use std::sync::LazyLock;

use vitrum_ir::{Span, Stage};

use crate::extensions::Extension;
use crate::symbols::Symbol;
use crate::tokens::Punctuator;
use crate::tokens::keywords::{WORD_COUNT, extension, extension_symbol, name_symbol};
use crate::version::{Dialect, Version};
use crate::webgl::WebGlContext;
use vitrum_glsl::macros::Name;

/// A token during macro expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct PpToken {
    pub(super) kind: PpKind,
    /// True if white space or comments precede it.
    pub(super) spaced: bool,
    /// True if it comes from the body of a macro, so that its span is that of the use.
    pub(super) from_body: bool,
    /// True if it was found within its own expansion and must stay as it is (C11 6.10.3.4).
    pub(super) inert: bool,
    /// The span in the source.
    pub(super) span: Span,
}

/// The kind; strings and numbers are interned spellings.
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
    /// The index of the parameter that it names.
    pub(super) parameter: Option<u16>,
    /// True if `##` follows it.
    pub(super) pasted: bool,
}

/// The replacement of a macro.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// `#define NAME body`; what `##` makes is made already.
    Object(Vec<PpToken>),
    /// `#define NAME(a, b) body`
    Function { parameters: Vec<Symbol>, body: Vec<BodyToken> },
    /// 1, defined by the language: an extension, `GL_ES` and the like.
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
    /// True if the language defines it, so that a program may not.
    pub(super) fn is_predefined(&self) -> bool {
        match self {
            Self::Object(_) | Self::Function { .. } => false,
            Self::One | Self::Vulkan | Self::Line | Self::File | Self::Version => true,
        }
    }

    /// True if two definitions are the same, so that the second one is allowed.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        // White space before the first token does not count.
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
    /// True if it is being expanded, so that its name means nothing.
    pub(super) disabled: bool,
}

/// All macros.
#[derive(Clone, Debug)]
pub(crate) struct MacroTable {
    macros: Vec<Macro>,
    /// By symbol, the number of the macro that the text defined or undefined; see [`UNKNOWN`] and [`UNDEFINED`].
    by_symbol: Vec<u32>,
    /// Decides which macros the language defines.
    dialect: Dialect,
    /// Likewise.
    stage: Option<Stage>,
    /// Likewise: only the extensions that the application enabled have macros.
    webgl: Option<WebGlContext>,
}

/// The text neither defines nor undefines the name: it is a macro if the language defines it.
const UNKNOWN: u32 = u32::MAX;

/// The text undefined the name.
const UNDEFINED: u32 = u32::MAX - 1;

/// Numbers from here on are those of [`PREDEFINED`].
const FIRST_PREDEFINED: u32 = 1 << 31;

/// The macros of the language, in the order of their symbols. There are a few hundred, rarely used, so they are made
/// once; a use checks that the version has the macro.
static PREDEFINED: LazyLock<Vec<Macro>> = LazyLock::new(|| {
    let of = |(name, body)| Macro { name, body, definition: None, disabled: false };
    let extensions = Extension::ALL.iter().map(|&extension| (extension_symbol(extension), Body::One));
    let names = Name::ALL.iter().map(|&name| {
        let body = match name {
            Name::CurrentLine => Body::Line,
            Name::CurrentFile => Body::File,
            Name::CurrentVersion => Body::Version,
            Name::Vulkan => Body::Vulkan,
            Name::Defined
            | Name::Es
            | Name::CoreProfile
            | Name::CompatibilityProfile
            | Name::FragmentPrecisionHigh => Body::One,
            _of_a_stage => Body::One,
        };
        (name_symbol(name), body)
    });
    extensions.chain(names).map(of).collect()
});

impl MacroTable {
    /// The macros of the language.
    pub(super) fn new(dialect: Dialect, stage: Option<Stage>, webgl: Option<WebGlContext>) -> Self {
        Self { macros: Vec::new(), by_symbol: Vec::new(), dialect, stage, webgl }
    }

    /// Switches to the macros of another version.
    pub(super) fn set_version(&mut self, version: Version) {
        self.dialect.version = version;
    }

    /// The macro of this name.
    pub(super) fn find(&self, name: Symbol) -> Option<MacroId> {
        match self.by_symbol.get(name.index()) {
            None | Some(&UNKNOWN) => self.predefined(name),
            Some(&UNDEFINED) => None,
            Some(&id) => Some(MacroId(id)),
        }
    }

    /// The macro of this name that the language defines.
    fn predefined(&self, name: Symbol) -> Option<MacroId> {
        let number = name.index().checked_sub(WORD_COUNT)?;
        let version = self.dialect.version;
        let exists = match number.checked_sub(Extension::ALL.len()) {
            None => {
                let extension = extension(name)?;
                extension.exists_in(version) && self.webgl.is_none_or(|it| it.extensions.contains(extension))
            }
            Some(index) => Name::ALL.get(index)?.is_defined(&self.dialect, self.stage),
        };
        exists.then_some(MacroId(FIRST_PREDEFINED + number as u32))
    }

    /// The macro with this number.
    pub(super) fn get(&self, id: MacroId) -> &Macro {
        // Numbers come from `define` and `predefined` alone, and no macro is ever removed.
        match id.0.checked_sub(FIRST_PREDEFINED) {
            Some(number) => &PREDEFINED[number as usize],
            None => &self.macros[id.0 as usize],
        }
    }

    /// True if its name means nothing for now.
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

    fn set(&mut self, name: Symbol, id: u32) {
        let index = name.index();
        if index >= self.by_symbol.len() {
            self.by_symbol.resize(index + 1, UNKNOWN);
        }
        if let Some(entry) = self.by_symbol.get_mut(index) {
            *entry = id;
        }
    }

    /// The place in which the text defined a macro with parameters, and their number.
    pub(crate) fn with_parameters(&self, name: Symbol) -> Option<(Span, usize)> {
        let data = self.macros.iter().rev().find(|data| data.name == name)?;
        match &data.body {
            Body::Function { parameters, .. } => Some((data.definition?, parameters.len())),
            _ => None,
        }
    }

    /// The place in which the text defined a macro.
    pub(crate) fn definition(&self, name: Symbol) -> Option<Span> {
        self.macros.iter().rev().find(|data| data.name == name)?.definition
    }

    /// The names of the macros that the text defined, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.macros.iter().map(|data| data.name)
    }

    /// Removes the name.
    pub(super) fn undefine(&mut self, name: Symbol) {
        self.set(name, UNDEFINED);
    }
}
