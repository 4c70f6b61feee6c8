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
    pub(crate) storages: Storages,
    pub(crate) stages: Stages,
}

macro_rules! placements {
    ($( $name:literal $of:expr => $( [$($storage:ident)*] $($stage:ident)+ ),+ ; )*) => {
        /// Every decoration with its places. A decoration without a row can be anywhere.
        pub(crate) static PLACEMENTS: &[Placement] = &[$($( Placement {
            name: $name,
            of: $of,
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
        [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH,
        [Uniform Opaque TileImage Spirv] ALL,
        [RayPayload IncomingRayPayload CallableData IncomingCallableData] RAY_TRACING;
    "component" |it| it.component.is_some() => [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH;
    "index" |it| it.index.is_some() => [Output] FRAGMENT;
    "set" |it| it.set.is_some() => [Uniform Opaque Buffer AtomicCounter Spirv] ALL;
    "binding" |it| it.binding.is_some() => [Uniform Opaque Buffer AtomicCounter Spirv] ALL;
    "offset" |it| it.offset.is_some() =>
        [Uniform Buffer PushConstant ShaderRecord PhysicalBuffer Shared AtomicCounter Spirv] ALL,
        [Output] VERTEX TESSELLATION GEOMETRY;
    "align" |it| it.align.is_some() => [Uniform Buffer PushConstant ShaderRecord PhysicalBuffer Shared Spirv] ALL;
    "stream" |it| it.stream.is_some() => [Output] GEOMETRY;
    "xfb_buffer" |it| it.xfb_buffer.is_some() => [Output] VERTEX TESSELLATION GEOMETRY;
    "xfb_stride" |it| it.xfb_stride.is_some() => [Output] VERTEX TESSELLATION GEOMETRY;
    "xfb_offset" |it| it.xfb_offset.is_some() => [Output] VERTEX TESSELLATION GEOMETRY;
    "input_attachment" |it| it.input_attachment.is_some() => [Opaque TileImage] FRAGMENT;
    "builtin" |it| it.builtin.is_some() => [Input Output Uniform] ALL;
    "per_vertex" |it| it.interpolation == Some(Interpolation::PerVertex) => [Input] FRAGMENT;
    "interpolation" |it| it.interpolation.is_some() =>
        [Input] TESSELLATION GEOMETRY FRAGMENT,
        [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "centroid" qualifier!(CENTROID) =>
        [Input] TESSELLATION GEOMETRY FRAGMENT,
        [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "sample" qualifier!(SAMPLE) =>
        [Input] TESSELLATION GEOMETRY FRAGMENT,
        [Output] VERTEX TESSELLATION GEOMETRY MESH;
    "patch" qualifier!(PATCH) => [Input] TESS_EVALUATION, [Output] TESS_CONTROL;
    "invariant" qualifier!(INVARIANT) => [Input Output] VERTEX TESSELLATION GEOMETRY FRAGMENT MESH;
    "per_primitive" qualifier!(PER_PRIMITIVE) => [Input] FRAGMENT, [Output] MESH;
    "per_view" qualifier!(PER_VIEW) => [Output] MESH;
    "readonly" qualifier!(READONLY) => [Uniform Opaque Buffer PhysicalBuffer ShaderRecord Spirv] ALL;
    "writeonly" qualifier!(WRITEONLY) => [Opaque Buffer PhysicalBuffer Spirv] ALL;
    "framebuffer fetch" qualifier!(FRAMEBUFFER_FETCH NON_COHERENT_FETCH YUV) => [Output] FRAGMENT, [Input] FRAGMENT;
}
