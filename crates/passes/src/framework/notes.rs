//! Results of lowerings that the application has to know.

use vitrum_ir::{Global, GlobalData, Module, Span, Stage, Storage, TypeData, named_enum};

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

named_enum! {
    /// The role of a name in a shader.
    Role {
        Uniform "uniform", UniformBlock "uniform block", StorageBlock "storage block",
        /// The name of a block's instance.
        Instance "block instance",
        /// A texture, with a sampler or without.
        Texture "texture",
        Sampler "sampler", Image "image",
        /// An input of a vertex shader.
        Attribute "attribute",
        /// A value that one stage gives to the next.
        Varying "varying",
        /// An output of a fragment shader.
        Output "output",
        /// A global variable that no other stage sees.
        Global "global", Struct "struct", Member "member", Function "function",
        /// A parameter or local variable.
        Variable "variable",
        Constant "constant",
    }
}

impl Role {
    /// The role of a global; for a block, that of the block.
    pub fn of(module: &Module, data: &GlobalData) -> Self {
        let is_block = data.block.is_some();
        match data.storage {
            Storage::Opaque => match module.types.get(module.types.innermost(data.ty)) {
                TypeData::Sampler { .. } => Self::Sampler,
                TypeData::Image(image) if image.storage => Self::Image,
                TypeData::Image(_) | TypeData::SampledImage(_) => Self::Texture,
                _ => Self::Uniform,
            },
            Storage::Uniform | Storage::PushConstant if is_block => Self::UniformBlock,
            Storage::Uniform | Storage::PushConstant | Storage::AtomicCounter => Self::Uniform,
            Storage::Buffer | Storage::ShaderRecord => Self::StorageBlock,
            Storage::Input if module.stage == Stage::Vertex => Self::Attribute,
            Storage::Output if module.stage == Stage::Fragment => Self::Output,
            Storage::Input | Storage::Output => Self::Varying,
            _ => Self::Global,
        }
    }
}

/// A name that a lowering changed. A name that became several has a row for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The pass.
    pub pass: &'static str,
    /// Its role.
    pub role: Role,
    /// The old name; that of a member follows its block's or variable's and a point.
    pub from: String,
    /// A new name.
    pub to: String,
}

impl Renamed {
    /// A changed name. The session adds the pass.
    pub fn new(role: Role, from: String, to: String) -> Self {
        Self { pass: "", role, from, to }
    }
}
