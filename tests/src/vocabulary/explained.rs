//! Items that glslangValidator refuses where the language has them, and gaps of the printer, each with the reason.

use std::collections::BTreeSet;

use vitrum::Version;

use super::{Fault, Item};

/// A fault that is explained.
pub(super) struct Explained {
    step: &'static str,
    /// The beginning of the item's name.
    item: &'static str,
    /// A part of the message.
    message: &'static str,
    /// A version in which it is met.
    met: &'static str,
    reason: &'static str,
}

const fn row(
    met: &'static str,
    step: &'static str,
    item: &'static str,
    message: &'static str,
    reason: &'static str,
) -> Explained {
    Explained { step, item, message, met, reason }
}

const EXPLAINED: &[Explained] = &[
    row(
        "110",
        "glslang",
        "texture",
        "not requested: GL_ARB_shader_texture_lod",
        "GLSL 1.10 section 8.7 has them in vertex shaders",
    ),
    row(
        "110",
        "glslang",
        "shadow",
        "not requested: GL_ARB_shader_texture_lod",
        "GLSL 1.10 section 8.7 has them in vertex shaders",
    ),
    row(
        "140",
        "glslang",
        "inverse",
        "no matching overloaded",
        "GLSL 1.40 section 8.5 has it, glslangValidator from 150 on",
    ),
    row(
        "410",
        "glslang",
        "int64BitsTo",
        "no matching overloaded",
        "GL_ARB_gpu_shader_int64 has functions before 450",
    ),
    row(
        "430",
        "glslang",
        "uint64BitsTo",
        "no matching overloaded",
        "GL_ARB_gpu_shader_int64 has functions before 450",
    ),
    row(
        "460",
        "spirv-val",
        "hitObjectRecordFromQueryEXT",
        "OpHitObjectRecordFromQueryEXT",
        "SPIR-V got the operand for the kind of the hit after this version of spirv-val",
    ),
    row("110", "glslang", "gl_InstanceID", "'gl_InstanceID'", "GL_ARB_draw_instanced has it before 140"),
    row("150", "glslang", "gl_SampleMaskIn", "undeclared", "GL_ARB_gpu_shader5 has it before 400"),
    row("140", "glslang", "", "'binding'", "GL_ARB_shader_atomic_counters has the qualifier before 420"),
    row(
        "150",
        "glslang",
        "atomic",
        "no matching overloaded",
        "GL_ARB_shader_storage_buffer_object has them before 430",
    ),
    row("140", "glslang", "memoryBarrier", "no matching overloaded", "extensions have them before 430"),
    row(
        "150",
        "glslang",
        "interpolateAt",
        "no matching overloaded",
        "GL_ARB_gpu_shader5 has them before 400",
    ),
    row(
        "330",
        "glslang",
        "EmitStreamVertex",
        "no matching overloaded",
        "GL_ARB_gpu_shader5 has it before 400",
    ),
    row(
        "330",
        "glslang",
        "EndStreamPrimitive",
        "no matching overloaded",
        "GL_ARB_gpu_shader5 has it before 400",
    ),
    row("150", "glslang", "precise", "undeclared", "GL_ARB_gpu_shader5 has it before 400"),
    row("150", "glslang", "sample", "unexpected IDENTIFIER", "GL_ARB_gpu_shader5 has it before 400"),
    row(
        "140",
        "glslang",
        "",
        "cannot convert from",
        "64-bit counts are `int`; GL_ARB_gpu_shader_int64 has functions before 450",
    ),
    row(
        "130",
        "glslang",
        "",
        "does not support sampler2DArrayShadow",
        "GL_EXT_gpu_shader4 and drivers have it before 430",
    ),
    row("320 es", "glslang", "f16mat", "", "GL_EXT_shader_16bit_storage has matrices"),
    row(
        "140",
        "glslang",
        "image",
        "no matching overloaded",
        "GL_ARB_shader_image_load_store has images of several samples before 150",
    ),
    row("320 es", "glslang", "sampler", "default precision", "a sampler without a texture has no precision"),
    row(
        "330 compatibility",
        "glslang",
        "gl_",
        "undeclared identifier",
        "the compatibility profile has its outputs in geometry and tessellation shaders",
    ),
    row("100", "too early", "gl_FragData", "", "GL_EXT_draw_buffers brings the elements behind the first"),
    row(
        "130",
        "take back",
        "texelFetch",
        "does not support `texelFetch",
        "gap: GL_EXT_gpu_shader4 is not asked for in 130",
    ),
    row(
        "140",
        "glslang",
        "MemberOffset",
        "not supported with this profile",
        "GL_ARB_enhanced_layouts has it in 140",
    ),
    row("100", "SPIR-V", "gl_LastFrag", "does not support built-in variable", "SPIR-V for OpenGL has none"),
    row(
        "150",
        "glslang",
        "coherent",
        "unexpected IDENTIFIER",
        "GL_ARB_shader_storage_buffer_object has it before 420, too",
    ),
    row(
        "150",
        "glslang",
        "volatile",
        "Reserved word",
        "GL_ARB_shader_storage_buffer_object has it before 420, too",
    ),
    row(
        "150",
        "glslang",
        "restrict",
        "unexpected IDENTIFIER",
        "GL_ARB_shader_storage_buffer_object has it before 420, too",
    ),
    row(
        "150",
        "glslang",
        "readonly",
        "unexpected IDENTIFIER",
        "GL_ARB_shader_storage_buffer_object has it before 420, too",
    ),
    row(
        "150",
        "glslang",
        "writeonly",
        "unexpected IDENTIFIER",
        "GL_ARB_shader_storage_buffer_object has it before 420, too",
    ),
    row(
        "110",
        "glslang",
        "index",
        "not supported with this profile",
        "GL_ARB_explicit_attrib_location has it before 150",
    ),
    row("300 es", "glslang", "yuv", "unrecognized layout identifier", "GL_EXT_YUV_target has it"),
    row("300 es", "SPIR-V", "noncoherent", "", "SPIR-V for OpenGL has no framebuffer fetch"),
    row(
        "300 es",
        "too early",
        "MatrixOfMatrix",
        "compiles in 100",
        "glslangValidator takes them in ESSL 1.00, which reserves them",
    ),
    row("110", "glslang", "blend_support", "", "GL_KHR_blend_equation_advanced has `layout` before 140"),
    row("110", "glslang", "BlendEquations", "", "GL_KHR_blend_equation_advanced has `layout` before 140"),
    row(
        "310 es",
        "glslang",
        "gl_SecondaryPositionNV",
        "no such field",
        "`gl_out` has it as in desktop versions",
    ),
    row(
        "310 es",
        "glslang",
        "gl_PositionPerViewNV",
        "no such field",
        "`gl_out` has it as in desktop versions",
    ),
    row("310 es", "glslang", "viewport_relative", "'gl_Layer'", "vertex shaders of ES have `gl_Layer`, too"),
    row(
        "310 es",
        "glslang",
        "secondary_view_offset",
        "'gl_Layer'",
        "vertex shaders of ES have `gl_Layer`, too",
    ),
    row("150", "glslang", "Invocations", "'invocations'", "GL_ARB_gpu_shader5 has them before 400"),
    row("150", "glslang", "invocations", "'invocations'", "GL_ARB_gpu_shader5 has them before 400"),
];

/// The row of a fault, if it has one.
pub(super) fn explanation(item: &Item, fault: &Fault) -> Option<usize> {
    EXPLAINED.iter().position(|row| {
        fault.step == row.step && item.name.starts_with(row.item) && fault.reason.contains(row.message)
    })
}

/// The rows that should have been met in a version and were not, each as a line.
pub(super) fn stale(version: Version, met: &BTreeSet<usize>) -> String {
    let rows = EXPLAINED.iter().enumerate();
    let stale = rows.filter(|(index, row)| row.met == version.to_string() && !met.contains(index));
    let line = |(_, row): (usize, &Explained)| {
        format!("no longer needed: {} `{}`: {}\n", row.step, row.item, row.reason)
    };
    stale.map(line).collect()
}
