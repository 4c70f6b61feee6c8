//! Lowerings: passes that replace what a target lacks.
//!
//! This folder holds those that several targets need; [`spirv`], [`wgpu`] and [`glsl`] hold those of one target.

pub(crate) mod assign_locations;
pub(crate) mod clamp_constant_indices;
pub(crate) mod combine_samplers;
pub(crate) mod expand_functions;
pub(crate) mod gather_uniforms;
pub(crate) mod glsl;
pub(crate) mod lower_block_parameters;
pub(crate) mod make_precise;
pub(crate) mod parts;
pub(crate) mod paths;
pub(crate) mod retype;
pub(crate) mod samplers;
pub(crate) mod separate_samplers;
pub(crate) mod specialize_generics;
pub(crate) mod specialize_parameters;
pub(crate) mod spirv;
pub(crate) mod split_resource_structs;
pub(crate) mod unify_returns;
pub(crate) mod unused_loads;
pub(crate) mod wgpu;
