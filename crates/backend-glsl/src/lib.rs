//! Readable GLSL from vitrum IR.
//!
//! [`emit`] prints a verified module: the author's names, whole expressions, `for` and `while` loops found again.
//! A function goes through three forms: IR, a tree of statements and expressions, text. The tree decides
//! what is one expression and what needs a variable; the text decides names, parentheses and line breaks.
//!
//! ```
//! use vitrum_backend_glsl::{Options, emit};
//! use vitrum_ir::{Module, Stage};
//!
//! let module = Module::new(Stage::Fragment);
//! let text = emit(&module, &Options::default()).unwrap();
//! assert_eq!(text, "#version 460\n");
//! ```

mod array_values;
mod ast;
mod body;
mod constants;
mod context;
mod control;
mod declarations;
mod effects;
mod features;
mod images;
mod intrinsics;
mod layout;
mod legalize;
mod memory;
mod minify;
mod named;
mod names;
mod operators;
mod ops;
mod places;
mod precision;
mod render;
mod requirements;
mod steps;
mod stores;
mod target;
mod types;
mod uses;

pub use target::{Profile, Target};

use vitrum_ir::Module;

/// What to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Version and profile; those of the module's source if none are given.
    pub target: Option<Target>,
    /// Whether the text is Vulkan GLSL.
    pub vulkan: bool,
    /// Whether locals and functions get short names and white space goes; what the application asks for by name keeps
    /// its name.
    pub minify: bool,
    /// How specialisation constants are said; if not chosen, by `constant_id`, and as macros in a chosen target that
    /// is not Vulkan GLSL.
    pub spec_constants: Option<SpecConstants>,
}

/// How specialisation constants are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecConstants {
    /// `layout(constant_id = 3) const int n = 4;`
    ConstantId,
    /// A constant whose value is that of the macro `SPEC_CONSTANT_3`, if that is defined.
    Macro,
}

/// Why a module could not be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// GLSL has no way to say something; the text names it.
    Unsupported(String),
    /// The target lacks something that the module uses and that cannot be said otherwise there.
    Lacks {
        /// Where it was to go.
        target: Target,
        /// What it lacks.
        what: &'static str,
        /// The first version that has it, perhaps by an extension; none if there is no such version.
        first: Option<Target>,
    },
    /// The target does not know an extension that the module needs.
    LacksExtension {
        /// Where it was to go.
        target: Target,
        /// The extension.
        name: String,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "GLSL has no {what}"),
            Self::Lacks { target, what, first: Some(first) } => {
                write!(f, "{target} has no {what}; {first} is the first version that does")
            }
            Self::Lacks { target, what, first: None } => write!(f, "{target} has no {what}"),
            Self::LacksExtension { target, name } => write!(f, "{target} does not know the extension {name}"),
        }
    }
}

impl std::error::Error for Error {}

/// The GLSL text of a verified module.
///
/// # Errors
/// If the module holds something that GLSL cannot say.
pub fn emit(module: &Module, options: &Options) -> Result<String, Error> {
    let mut module = module.clone();
    let mut dropped = Vec::new();
    if let Some(target) = options.target {
        dropped = legalize::fit(&mut module, target, options.vulkan);
        let names = requirements::extensions(&module, target, options.vulkan, &dropped)?;
        module.extensions = names.iter().map(|name| module.names.intern(name)).collect();
    }
    if options.target.is_none() {
        vitrum_passes::lower_block_parameters(&mut module);
    }
    let text = declarations::print(context::Context::new(&module, options, dropped))?;
    Ok(if options.minify { minify::minify(&text) } else { text })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
