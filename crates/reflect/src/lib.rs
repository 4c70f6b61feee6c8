//! Interfaces, bindings and block layouts of a module as plain data.
//!
//! [`reflect`] takes a module and gives a [`Reflection`]: what the stage takes and gives, what it is bound to, where the
//! members of its blocks lie, and how it runs. It needs no back end. A module that was made fit for a target reflects
//! what the target sees (locations and bindings assigned, loose uniforms in a block), one that was not what the author
//! wrote.
//!
//! Lists are in order of declaration, and so is everything in [`Reflection::json`]. Structs are in a list of their own,
//! since one may be in many places.

mod collect;
mod data;
mod shapes;
mod type_names;
mod usage;

pub use collect::reflect;
pub use data::{
    Assignment, BuiltInUse, Execution, Image, Length, Member, Number, Reflection, Resource, Source,
    SpecConstant, Struct, Subroutine, SubroutineFunction, TypeInfo, Variable, WorkgroupSize,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
