//! Results of lowerings that the application has to know.

use vitrum_ir::{Global, Module, Span, Storage};

/// A location, binding or offset that `assign_locations` or another lowering chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The first location.
    Location(u32),
    /// Descriptor set and binding.
    Binding {
        /// The set.
        set: u32,
        /// The binding.
        binding: u32,
    },
    /// The index among the input attachments of the subpass.
    InputAttachment(u32),
    /// The offset in the block that loose uniforms are gathered in, in bytes.
    Offset(u32),
}

/// A place that was chosen for a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The global.
    pub global: Global,
    /// Its name, or its block's.
    pub name: String,
    /// Its place.
    pub slot: Slot,
    /// Its storage class.
    pub storage: Storage,
    /// The place of its declaration in the source; nowhere for what a lowering made.
    pub span: Span,
}

impl Assigned {
    /// A place of a global of the module, reported by this name.
    pub(crate) fn new(module: &Module, global: Global, name: String, slot: Slot) -> Self {
        let data = &module.globals[global];
        Self { global, name, slot, storage: data.storage, span: data.origin.span }
    }
}

impl std::fmt::Display for Assigned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.slot {
            Slot::Location(location) => write!(f, "location {location} assigned to `{}`", self.name),
            Slot::Binding { set, binding } => {
                write!(f, "set {set}, binding {binding} assigned to `{}`", self.name)
            }
            Slot::InputAttachment(index) => {
                write!(f, "input attachment {index} assigned to `{}`", self.name)
            }
            Slot::Offset(offset) => {
                write!(f, "offset {offset} in the block of uniforms assigned to `{}`", self.name)
            }
        }
    }
}

/// An error of a pass: its options ask for what the target cannot give, or the module exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The pass.
    pub pass: &'static str,
    /// The place in the source, if there is one.
    pub span: Span,
    /// The message, as diagnostics have it.
    pub message: String,
}

/// A name of the interface that a lowering changed. A name that became several has a row for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The old name; that of a member follows its block's or variable's and a point.
    pub from: String,
    /// A new name.
    pub to: String,
}
