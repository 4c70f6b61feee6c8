//! Interfaces, bindings and block layouts of a module as plain data.
//!
//! [`reflect`] computes the [`Reflection`] of a module: inputs and outputs, bindings, the layout of blocks, and execution
//! modes. It needs no back end. A module that was lowered for a target reflects the interface that the target sees (locations
//! and bindings assigned, loose uniforms in a block); any other module reflects the author's declarations.
//!
//! [`ProgramReflection`] joins the reflections of several stages: pipeline layout, vertex inputs, fragment outputs.
//!
//! Lists are in order of declaration, also in [`Reflection::json`]. Structs have a list of their own, which types refer to.
//!
//! ```
//! use vitrum_ir::types::common;
//! use vitrum_ir::{Module, Stage, Storage};
//!
//! let mut module = Module::new(Stage::Vertex);
//! let position = module.add_global("position", common::VEC3, Storage::Input);
//! module.globals[position].decorations.location = Some(2);
//!
//! let reflection = vitrum_reflect::reflect(&module);
//! let input = &reflection.inputs[0];
//! assert_eq!((input.name.as_str(), input.ty.name.as_str()), ("position", "vec3"));
//! assert_eq!((input.location, input.used), (Some(2), false));
//! ```

mod collect;
mod data;
mod program;
mod serialized;
mod shapes;
mod type_names;

pub use collect::reflect;
pub use data::{
    Assignment, BuiltInUse, Execution, Image, Length, Member, MemberUse, Number, Reflection, Resource,
    ResourceKind, SamplerPair, Source, SpecConstant, Struct, Subroutine, SubroutineFunction, TypeInfo,
    TypeKind, Variable, WorkgroupSize,
};
pub use program::{
    Attribute, DescriptorBinding, DescriptorSet, DescriptorType, Format, PipelineLayout, ProgramConstant,
    ProgramReflection, ProgramResource, PushConstantRange, StageFlags,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
