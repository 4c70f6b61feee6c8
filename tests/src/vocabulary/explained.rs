//! Items that glslangValidator refuses where the language has them, and gaps of the printer, each with the reason.

use super::{Fault, Item};

/// The step, the beginning of an item's name, a part of the message, and the reason.
const EXPLAINED: &[(&str, &str, &str, &str)] = &[
    (
        "glslang",
        "texture",
        "not requested: GL_ARB_shader_texture_lod",
        "GLSL 1.10 section 8.7 has them in vertex shaders",
    ),
    (
        "glslang",
        "shadow",
        "not requested: GL_ARB_shader_texture_lod",
        "GLSL 1.10 section 8.7 has them in vertex shaders",
    ),
    (
        "glslang",
        "inverse",
        "no matching overloaded",
        "GLSL 1.40 section 8.5 has it, glslangValidator from 150 on",
    ),
    ("glslang", "gl_InstanceID", "'gl_InstanceID'", "GL_ARB_draw_instanced has it before 140"),
    ("glslang", "gl_SampleMaskIn", "undeclared", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "", "'binding'", "GL_ARB_shader_atomic_counters has the qualifier before 420"),
    (
        "glslang",
        "atomic",
        "no matching overloaded",
        "GL_ARB_shader_storage_buffer_object has them before 430",
    ),
    ("glslang", "memoryBarrier", "no matching overloaded", "extensions have them before 430"),
    (
        "glslang",
        "bit",
        "no matching overloaded",
        "GL_ARB_gpu_shader5 has them before 400; those of 64 bits are missing",
    ),
    (
        "glslang",
        "find",
        "no matching overloaded",
        "GL_ARB_gpu_shader5 has them before 400; those of 64 bits are missing",
    ),
    ("glslang", "uaddCarry", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "usubBorrow", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "umulExtended", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "imulExtended", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "frexp", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "ldexp", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "interpolateAt", "no matching overloaded", "GL_ARB_gpu_shader5 has them before 400"),
    ("glslang", "EmitStreamVertex", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "EndStreamPrimitive", "no matching overloaded", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "OpaqueIndex", "variable indexing", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "precise", "undeclared", "GL_ARB_gpu_shader5 has it before 400"),
    ("glslang", "sample", "unexpected IDENTIFIER", "GL_ARB_gpu_shader5 has it before 400"),
    (
        "glslang",
        "",
        "cannot convert from",
        "64-bit counts are `int`; GL_ARB_gpu_shader_int64 has functions before 450",
    ),
    ("glslang", "doubleBitsTo", "no matching overloaded", "GL_ARB_gpu_shader_int64 has functions before 450"),
    ("glslang", "int64BitsTo", "no matching overloaded", "GL_ARB_gpu_shader_int64 has functions before 450"),
    ("glslang", "uint64BitsTo", "no matching overloaded", "GL_ARB_gpu_shader_int64 has functions before 450"),
    ("glslang", "pack", "no matching overloaded", "GL_ARB_gpu_shader_int64 has functions before 450"),
    ("glslang", "unpack", "no matching overloaded", "GL_ARB_gpu_shader_int64 has functions before 450"),
    (
        "glslang",
        "",
        "does not support sampler2DArrayShadow",
        "GL_EXT_gpu_shader4 and drivers have it before 430",
    ),
    ("glslang", "f16mat", "", "GL_EXT_shader_16bit_storage has matrices"),
    (
        "glslang",
        "image",
        "no matching overloaded",
        "GL_ARB_shader_image_load_store has images of several samples before 150",
    ),
    ("glslang", "sampler", "default precision", "a sampler without a texture has no precision"),
    (
        "glslang",
        "gl_",
        "undeclared identifier",
        "the compatibility profile has its outputs in geometry and tessellation shaders",
    ),
    ("glslang", "gl_Primitive", "primitive type mismatch", "the shader draws triangles"),
    ("too early", "gl_FragData", "", "GL_EXT_draw_buffers brings the elements behind the first"),
    ("take back", "ldexp F64", "exp2", "gap: doubles have no `exp2` to spell it with"),
    ("take back", "gl_BoundingBox", "not available", "gap: the name of the other extension is kept"),
    ("take back", "gl_InvocationID", "not available", "gap: GL_ARB_gpu_shader5 is not asked for"),
    ("take back", "texelFetch", "no overload", "gap: GL_EXT_gpu_shader4 is not asked for in 130"),
];

/// True if a fault has a row.
pub(super) fn is_explained(item: &Item, fault: &Fault) -> bool {
    EXPLAINED.iter().any(|&(step, name, message, _)| {
        fault.step == step && item.name.starts_with(name) && fault.reason.contains(message)
    })
}
