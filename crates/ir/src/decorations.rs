//! The table of decorations: in which storage classes and stages a variable, or a member of a block, can have them.

use crate::module::{Decorations, Interpolation, Qualifiers, Storage};
use crate::stages::Stages;
use crate::storage::Storages;

/// A place where a decoration can be. A decoration can have several.
pub(crate) struct Placement {
    /// Its name in the text form.
    pub(crate) name: &'static str,
    /// True if a variable or member has it.
    pub(crate) of: fn(&Decorations) -> bool,
    /// True if variables have it there.
    pub(crate) of_variables: bool,
    /// True if members of structs have it there.
    pub(crate) of_members: bool,
    pub(crate) storages: Storages,
    pub(crate) stages: Stages,
}

macro_rules! on {
    (variable) => {
        (true, false)
    };
    (member) => {
        (false, true)
    };
    (both) => {
        (true, true)
    };
}

macro_rules! placements {
    ($( $name:literal $of:expr => $( $on:ident [$($storage:ident)*] $($stage:ident)+ ),+ ; )*) => {
        /// Every decoration with its places. A decoration without a row can be anywhere.
        pub(crate) static PLACEMENTS: &[Placement] = &[$($( Placement {
            name: $name,
            of: $of,
            of_variables: on!($on).0,
            of_members: on!($on).1,
            storages: Storages::of(&[$(Storage::$storage),*]),
            stages: Stages::NONE$(.or(Stages::$stage))+,
        } ),+),*];
    };
}

macro_rules! qualifier {
    ($($name:ident)+) => {
        |it| it.qualifiers.intersects(Qualifiers::NONE$(.union(Qualifiers::$name))+)
    };
}

placements! {
    "location" |it| it.location.is_some() =>
        both [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH,
        variable [Uniform Opaque TileImage Spirv] ALL,
        variable [RayPayload IncomingRayPayload CallableData IncomingCallableData HitObjectAttribute] RAY_TRACING;
    "component" |it| it.component.is_some() => both [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH;
    "index" |it| it.index.is_some() => variable [Output] FRAGMENT;
    "set" |it| it.set.is_some() => variable [Uniform Opaque Buffer AtomicCounter Spirv] ALL;
    "binding" |it| it.binding.is_some() => variable [Uniform Opaque Buffer AtomicCounter Spirv] ALL;
    "offset" |it| it.offset.is_some() =>
        member [Uniform Opaque Buffer PushConstant ShaderRecord PhysicalBuffer Shared Spirv] ALL,
        variable [AtomicCounter] ALL,
        both [Output] VERTEX TESSELLATION GEOMETRY;
    "align" |it| it.align.is_some() => member [Uniform Buffer PushConstant ShaderRecord PhysicalBuffer Shared Spirv] ALL;
    "stream" |it| it.stream.is_some() => both [Output] GEOMETRY;
    "xfb_buffer" |it| it.xfb_buffer.is_some() => both [Output] VERTEX TESSELLATION GEOMETRY;
    "xfb_stride" |it| it.xfb_stride.is_some() => both [Output] VERTEX TESSELLATION GEOMETRY;
    "xfb_offset" |it| it.xfb_offset.is_some() => both [Output] VERTEX TESSELLATION GEOMETRY;
    "input_attachment" |it| it.input_attachment.is_some() => variable [Opaque TileImage] FRAGMENT;
    "bank" |it| it.bank.is_some() => variable [PushConstant] ALL;
    "member_offset" |it| it.member_offset.is_some() => variable [PushConstant] ALL;
    "heap" |it| it.heap.is_some() => both [Uniform Opaque Buffer] ALL;
    "slot" |it| it.slot.is_some() => variable [Input Output Uniform Opaque Buffer AtomicCounter] ALL;
    "builtin" |it| it.builtin.is_some() => both [Input Output Uniform] ALL;
    "per_vertex" |it| it.interpolation == Some(Interpolation::PerVertex) => both [Input] FRAGMENT;
    "explicit" |it| it.interpolation == Some(Interpolation::Explicit) => both [Input] FRAGMENT;
    "interpolation" |it| it.interpolation.is_some() =>
        both [Input] TESSELLATION GEOMETRY FRAGMENT,
        both [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "centroid" qualifier!(CENTROID) =>
        both [Input] TESSELLATION GEOMETRY FRAGMENT,
        both [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "sample" qualifier!(SAMPLE) =>
        both [Input] TESSELLATION GEOMETRY FRAGMENT,
        both [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "patch" qualifier!(PATCH) => both [Input] TESS_EVALUATION, both [Output] TESS_CONTROL;
    "invariant" qualifier!(INVARIANT) => both [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH;
    "per_primitive" qualifier!(PER_PRIMITIVE) => both [Input] FRAGMENT, both [Output] MESH;
    "per_view" qualifier!(PER_VIEW) => both [Output] MESH;
    "hit_record" qualifier!(HIT_RECORD) => member [PhysicalBuffer] RAY_TRACING;
    "shader_call_coherent" qualifier!(SHADER_CALL_COHERENT) =>
        both [Opaque Buffer PhysicalBuffer ShaderRecord Spirv] RAY_TRACING;
    "readonly" qualifier!(READONLY) => both [Uniform Opaque Buffer PhysicalBuffer ShaderRecord PixelLocal Spirv] ALL;
    "writeonly" qualifier!(WRITEONLY) => both [Opaque Buffer PhysicalBuffer PixelLocal Spirv] ALL;
    "format" |it| it.format.is_some() => member [PixelLocal] FRAGMENT, variable [Output] FRAGMENT;
    "sampler_heap" qualifier!(SAMPLER_HEAP) => variable [Opaque] ALL;
    "tile attachment" qualifier!(TILE_ATTACHMENT) => variable [Opaque] FRAGMENT COMPUTE;
    "bindless" qualifier!(BINDLESS) => variable [Opaque] ALL;
    "passthrough" qualifier!(PASSTHROUGH) => both [Input] GEOMETRY;
    "framebuffer fetch" qualifier!(FRAMEBUFFER_FETCH NON_COHERENT_FETCH YUV) => both [Output] FRAGMENT, both [Input] FRAGMENT;
}
