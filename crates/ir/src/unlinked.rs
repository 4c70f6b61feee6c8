//! Modules that no back end can write yet, as functions in them have no body.

use std::fmt;

use crate::{FunctionData, Module, Span, generics};

/// The step that a module lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// It calls functions that others define, and must be linked.
    Linking,
    /// It has generic functions, or instances of some, and must be specialised.
    Specialisation,
}

/// Functions of a module that have no body for a back end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlinked {
    /// The step that gives them bodies.
    pub lacks: Lacks,
    /// Their names.
    pub names: Vec<String>,
    /// The place in the source that declares the first of them, if it has one.
    pub span: Option<Span>,
}

impl Unlinked {
    /// The functions that others define, if there are some.
    pub fn imports(module: &Module) -> Option<Self> {
        let names = module.imports();
        let span = || module.place_of_function(FunctionData::is_import);
        (!names.is_empty()).then(|| Self { lacks: Lacks::Linking, names, span: span() })
    }

    /// The generic functions, and instances of some, if there are some.
    pub fn generics(module: &Module) -> Option<Self> {
        module.has_generics().then(|| Self {
            lacks: Lacks::Specialisation,
            names: generics::remaining(module),
            span: module.place_of_function(FunctionData::needs_arguments),
        })
    }
}

impl fmt::Display for Unlinked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        let what = match self.lacks {
            Lacks::Linking => "module imports functions and must be linked",
            Lacks::Specialisation => "module has generic functions and must be specialised",
        };
        write!(f, "{what}: {}", names.join(", "))
    }
}
