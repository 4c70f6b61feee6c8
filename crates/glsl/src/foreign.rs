//! Spellings of other shading languages, of C and of removed versions, with what GLSL has instead.
//!
//! They only matter for messages: none of these words is known to the language at the place where it is looked up.

/// The likes of a word in GLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Another word that takes its place, with the same meaning.
    Word(&'static str),
    /// Another word that may take its place, with the difference.
    Likely(&'static str, &'static str),
    /// The word goes, for this reason.
    Nothing(&'static str),
    /// Something else, described.
    Advice(&'static str),
}

/// The language that has a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// HLSL, and Metal where that has the same word.
    Hlsl,
    /// Metal alone.
    Metal,
    /// WGSL.
    Wgsl,
    /// C, C++ or scripting languages.
    Other,
    /// GLSL before version 420, or its compatibility profile.
    OldGlsl,
    /// GLSL for OpenGL, where the shader is for Vulkan.
    OpenGl,
}

impl Language {
    /// Its name in messages; empty for those that need none.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hlsl => "HLSL",
            Self::Metal => "Metal",
            Self::Wgsl => "WGSL",
            Self::OpenGl => "OpenGL",
            Self::Other | Self::OldGlsl => "",
        }
    }
}

use Instead::{Advice, Likely, Nothing, Word};
use Language::{Hlsl, Metal, OldGlsl, OpenGl, Other, Wgsl};

/// The row of a word.
pub fn foreign(text: &str) -> Option<(Language, Instead)> {
    let words = ROWS.iter().find(|row| row.0 == text).map(|row| (row.1, row.2));
    words.or_else(|| matrix_of_hlsl(text))
}

/// A matrix type of HLSL or Metal, `float3x4`: GLSL names columns first, like Metal, and HLSL names rows first.
fn matrix_of_hlsl(text: &str) -> Option<(Language, Instead)> {
    let (component, shape) = ["float", "double", "half", "matrix"]
        .into_iter()
        .find_map(|component| Some((component, text.strip_prefix(component)?)))?;
    let matrices = MATRICES.iter().find(|row| row.0 == shape)?;
    let ty = if component == "double" { matrices.2 } else { matrices.1 };
    match matrices.3 {
        true => Some((Hlsl, Word(ty))),
        false => Some((Hlsl, Likely(ty, "GLSL names the columns first, HLSL the rows"))),
    }
}

/// Shapes, the matrices of `float` and `double`, and whether they are square.
const MATRICES: &[(&str, &str, &str, bool)] = &[
    ("2x2", "mat2", "dmat2", true),
    ("3x3", "mat3", "dmat3", true),
    ("4x4", "mat4", "dmat4", true),
    ("2x3", "mat3x2", "dmat3x2", false),
    ("2x4", "mat4x2", "dmat4x2", false),
    ("3x2", "mat2x3", "dmat2x3", false),
    ("3x4", "mat4x3", "dmat4x3", false),
    ("4x2", "mat2x4", "dmat2x4", false),
    ("4x3", "mat3x4", "dmat3x4", false),
];

const SHADERTOY: Instead =
    Advice("Shadertoy declares it: declare a uniform of this name, such as `uniform vec3 iResolution;`");
const NO_CAST: Instead = Advice("call the constructor of the type: `float(x)`");
const COUNTED_LOOP: Instead = Advice("count, as in `for (int i = 0; i < 4; i++) { ... }`");
const STAGE: Instead = Advice(
    "the function `main` is the shader, and the kind of the file or an option of the compiler names its stage",
);
const NO_STRINGS: Instead = Advice("GLSL has neither characters nor strings");
const OUT_VARIABLE: Instead =
    Advice("declare an output of your own: `layout(location = 0) out vec4 colour;`");
const OWN_INPUT: Instead =
    Advice("declare an input of your own, such as `layout(location = 0) in vec4 position;`");
const OWN_UNIFORM: Instead = Advice("declare a uniform of your own, such as `uniform mat4 transform;`");
const VULKAN_SAMPLER: Instead =
    Advice("declare `uniform sampler2D`, or for Vulkan also `uniform texture2D` and `uniform sampler`");

/// Words, the languages that have them, and what GLSL has.
const ROWS: &[(&str, Language, Instead)] = &[
    // Types.
    ("float1", Hlsl, Word("float")),
    ("float2", Hlsl, Word("vec2")),
    ("float3", Hlsl, Word("vec3")),
    ("float4", Hlsl, Word("vec4")),
    ("int1", Hlsl, Word("int")),
    ("int2", Hlsl, Word("ivec2")),
    ("int3", Hlsl, Word("ivec3")),
    ("int4", Hlsl, Word("ivec4")),
    ("uint1", Hlsl, Word("uint")),
    ("uint2", Hlsl, Word("uvec2")),
    ("uint3", Hlsl, Word("uvec3")),
    ("uint4", Hlsl, Word("uvec4")),
    ("bool2", Hlsl, Word("bvec2")),
    ("bool3", Hlsl, Word("bvec3")),
    ("bool4", Hlsl, Word("bvec4")),
    ("double2", Hlsl, Word("dvec2")),
    ("double3", Hlsl, Word("dvec3")),
    ("double4", Hlsl, Word("dvec4")),
    ("half", Hlsl, Likely("float", "GLSL has `mediump float`, or `float16_t` with an extension")),
    ("half2", Hlsl, Likely("vec2", "GLSL has `mediump vec2`, or `f16vec2` with an extension")),
    ("half3", Hlsl, Likely("vec3", "GLSL has `mediump vec3`, or `f16vec3` with an extension")),
    ("half4", Hlsl, Likely("vec4", "GLSL has `mediump vec4`, or `f16vec4` with an extension")),
    ("fixed4", Hlsl, Likely("vec4", "GLSL has `lowp vec4`")),
    ("min16float", Hlsl, Likely("float", "GLSL has `mediump float`")),
    ("packed_float3", Metal, Word("vec3")),
    ("Texture2D", Hlsl, VULKAN_SAMPLER),
    ("Texture3D", Hlsl, VULKAN_SAMPLER),
    ("TextureCube", Hlsl, VULKAN_SAMPLER),
    ("Texture2DArray", Hlsl, VULKAN_SAMPLER),
    ("SamplerState", Hlsl, VULKAN_SAMPLER),
    ("SamplerComparisonState", Hlsl, VULKAN_SAMPLER),
    ("RWTexture2D", Hlsl, Advice("declare an image: `layout(rgba8) uniform image2D`")),
    ("StructuredBuffer", Hlsl, Advice("declare a block: `readonly buffer Name { Type data[]; }`")),
    ("RWStructuredBuffer", Hlsl, Advice("declare a block: `buffer Name { Type data[]; }`")),
    ("ConstantBuffer", Hlsl, Advice("declare a block: `uniform Name { ... };`")),
    ("cbuffer", Hlsl, Advice("declare a block: `uniform Name { ... };`")),
    ("tbuffer", Hlsl, Advice("declare a block: `uniform Name { ... };`")),
    ("ByteAddressBuffer", Hlsl, Advice("declare a block: `readonly buffer Name { uint data[]; }`")),
    ("AppendStructuredBuffer", Hlsl, Advice("declare a block with a counter, and count by `atomicAdd`")),
    ("groupshared", Hlsl, Word("shared")),
    ("numthreads", Hlsl, Advice("write `layout(local_size_x = 8, local_size_y = 8) in;`")),
    ("technique", Hlsl, Advice("a file of GLSL holds the shader of one stage")),
    ("row_major", Hlsl, Advice("members of blocks can be `layout(row_major)`")),
    ("column_major", Hlsl, Advice("members of blocks can be `layout(column_major)`")),
    ("linear", Hlsl, Word("smooth")),
    ("constant", Metal, Advice("a constant is `const float x = 1.0;`, a resource a `uniform` block")),
    ("device", Metal, Advice("declare a block: `buffer Name { ... };`")),
    ("thread", Metal, Nothing("variables of GLSL need no address space")),
    ("vertex", Metal, STAGE),
    ("fragment", Metal, STAGE),
    ("kernel", Metal, STAGE),
    ("texture2d", Metal, VULKAN_SAMPLER),
    ("texture_2d", Wgsl, VULKAN_SAMPLER),
    ("threadgroup", Metal, Word("shared")),
    ("nointerpolation", Hlsl, Word("flat")),
    ("vec2f", Wgsl, Word("vec2")),
    ("vec3f", Wgsl, Word("vec3")),
    ("vec4f", Wgsl, Word("vec4")),
    ("vec2i", Wgsl, Word("ivec2")),
    ("vec3i", Wgsl, Word("ivec3")),
    ("vec4i", Wgsl, Word("ivec4")),
    ("vec2u", Wgsl, Word("uvec2")),
    ("vec3u", Wgsl, Word("uvec3")),
    ("vec4u", Wgsl, Word("uvec4")),
    ("mat2x2f", Wgsl, Word("mat2")),
    ("mat3x3f", Wgsl, Word("mat3")),
    ("mat4x4f", Wgsl, Word("mat4")),
    ("f32", Wgsl, Word("float")),
    ("i32", Wgsl, Word("int")),
    ("u32", Wgsl, Word("uint")),
    ("int32", Other, Word("int")),
    ("uint32", Other, Word("uint")),
    ("char", Other, NO_STRINGS),
    ("string", Other, NO_STRINGS),
    ("String", Other, NO_STRINGS),
    ("boolean", Other, Word("bool")),
    ("Float", Other, Word("float")),
    ("integer", Other, Word("int")),
    ("size_t", Other, Word("uint")),
    // Words of the grammar.
    ("elseif", Other, Word("else if")),
    ("elsif", Other, Word("else if")),
    ("elif", Other, Word("else if")),
    ("elseIf", Other, Word("else if")),
    ("then", Other, Advice("a condition in parentheses is followed by its statement")),
    ("endif", Other, Advice("braces end the statements of an `if`")),
    ("var", Wgsl, Advice("a declaration begins with its type: `float x = 1.0;`")),
    ("let", Wgsl, Advice("a declaration begins with its type: `const float x = 1.0;`")),
    ("auto", Other, Advice("a declaration begins with its type: `float x = 1.0;`")),
    ("fn", Wgsl, Advice("a function begins with the type of its result: `float f(float x) { ... }`")),
    ("func", Other, Advice("a function begins with the type of its result: `float f(float x) { ... }`")),
    ("def", Other, Advice("a function begins with the type of its result: `float f(float x) { ... }`")),
    ("function", Other, Advice("a function begins with the type of its result: `float f(float x) { ... }`")),
    ("unsigned", Other, Word("uint")),
    ("signed", Other, Word("int")),
    ("long", Other, Advice("GLSL has `int64_t` with `GL_EXT_shader_explicit_arithmetic_types`")),
    ("static", Other, Nothing("variables and functions of GLSL need no `static`")),
    ("inline", Other, Nothing("functions of GLSL need no `inline`")),
    ("extern", Other, Nothing("variables and functions of GLSL need no `extern`")),
    ("volatile", Other, Nothing("only buffers and images can be `volatile`")),
    ("register", Other, Nothing("variables of GLSL need no `register`")),
    ("virtual", Other, Nothing("functions of GLSL belong to no type")),
    ("public", Other, Nothing("members of GLSL are all public")),
    ("private", Other, Nothing("members of GLSL are all public")),
    ("new", Other, Nothing("a constructor of GLSL needs no `new`")),
    ("delete", Other, Advice("values of GLSL need not be freed")),
    ("goto", Other, Advice("GLSL has `break`, `continue` and `return` only")),
    ("typedef", Other, Advice("GLSL has no names for types: use the type itself, or a macro")),
    ("enum", Other, Advice("declare constants: `const int RED = 0;`")),
    ("union", Other, Advice("functions such as `floatBitsToUint` reinterpret bits")),
    ("class", Other, Advice("declare a `struct`, and functions that take it")),
    ("interface", Other, Advice("declare a `struct`, and functions that take it")),
    ("namespace", Other, Advice("GLSL has one namespace: begin names with a word of their own")),
    ("using", Other, Advice("GLSL has one namespace, and no names for types")),
    ("template", Other, Advice("write an overload of the function for each type")),
    ("generic", Other, Advice("write an overload of the function for each type")),
    ("asm", Other, Advice("`GL_EXT_spirv_intrinsics` has instructions of SPIR-V")),
    ("typename", Other, Nothing("types of GLSL need no `typename`")),
    ("const_cast", Other, NO_CAST),
    ("static_cast", Other, NO_CAST),
    ("reinterpret_cast", Other, Advice("functions such as `floatBitsToUint` reinterpret bits")),
    ("assert", Other, Advice("GLSL has no assertions; `debugPrintfEXT` of `GL_EXT_debug_printf` prints")),
    ("try", Other, Advice("GLSL has no exceptions")),
    ("throw", Other, Advice("GLSL has no exceptions")),
    ("catch", Other, Advice("GLSL has no exceptions")),
    ("import", Other, Advice("`#include` inserts another file, with `GL_GOOGLE_include_directive`")),
    ("foreach", Other, COUNTED_LOOP),
    ("repeat", Other, COUNTED_LOOP),
    ("loop", Wgsl, Advice("write `while (true) { ... }`")),
    ("until", Other, Advice("write `while (!(...))`")),
    ("unless", Other, Advice("write `if (!(...))`")),
    ("match", Other, Advice("write `switch (value) { case 0: ... }`")),
    ("is", Other, Word("==")),
    ("xor", Other, Word("^^")),
    ("array", Wgsl, Advice("the size follows the name: `float values[4];`")),
    ("constexpr", Other, Word("const")),
    ("and", Other, Word("&&")),
    ("or", Other, Word("||")),
    ("not", Other, Likely("!", "`not` of GLSL takes a vector of `bool`")),
    ("null", Other, Advice("GLSL has neither pointers nor null values")),
    ("NULL", Other, Advice("GLSL has neither pointers nor null values")),
    ("nullptr", Other, Advice("GLSL has neither pointers nor null values")),
    ("this", Other, Advice("functions of GLSL belong to no type")),
    ("sizeof", Other, Advice("GLSL has no sizes of types; `.length()` counts the elements of an array")),
    ("True", Other, Word("true")),
    ("False", Other, Word("false")),
    ("TRUE", Other, Word("true")),
    ("FALSE", Other, Word("false")),
    // Functions.
    ("lerp", Hlsl, Word("mix")),
    ("frac", Hlsl, Word("fract")),
    ("rsqrt", Hlsl, Word("inversesqrt")),
    ("ddx", Hlsl, Word("dFdx")),
    ("ddy", Hlsl, Word("dFdy")),
    ("ddx_coarse", Hlsl, Word("dFdxCoarse")),
    ("ddy_coarse", Hlsl, Word("dFdyCoarse")),
    ("ddx_fine", Hlsl, Word("dFdxFine")),
    ("ddy_fine", Hlsl, Word("dFdyFine")),
    ("dfdx", Metal, Word("dFdx")),
    ("dfdy", Metal, Word("dFdy")),
    ("dpdx", Wgsl, Word("dFdx")),
    ("dpdy", Wgsl, Word("dFdy")),
    ("atan2", Hlsl, Word("atan")),
    ("mad", Hlsl, Word("fma")),
    ("asint", Hlsl, Word("floatBitsToInt")),
    ("asuint", Hlsl, Word("floatBitsToUint")),
    ("asfloat", Hlsl, Likely("uintBitsToFloat", "for an `int` it is `intBitsToFloat`")),
    ("countbits", Hlsl, Word("bitCount")),
    ("reversebits", Hlsl, Word("bitfieldReverse")),
    ("firstbithigh", Hlsl, Word("findMSB")),
    ("firstbitlow", Hlsl, Word("findLSB")),
    ("popcount", Metal, Word("bitCount")),
    ("faceForward", Wgsl, Word("faceforward")),
    ("inverseSqrt", Wgsl, Word("inversesqrt")),
    ("saturate", Hlsl, Advice("write `clamp(x, 0.0, 1.0)`")),
    ("mul", Hlsl, Advice("GLSL multiplies matrices and vectors by `*`: `a * b`")),
    (
        "fmod",
        Hlsl,
        Likely(
            "mod",
            "with negative numbers, `mod` has the sign of the second argument, `fmod` of the first",
        ),
    ),
    ("log10", Hlsl, Advice("write `log2(x) / log2(10.0)`")),
    ("sincos", Hlsl, Advice("call `sin` and `cos`")),
    ("rcp", Hlsl, Advice("write `1.0 / x`")),
    ("clip", Hlsl, Advice("write `if (x < 0.0) discard;`")),
    ("select", Wgsl, Advice("write `condition ? a : b`, or `mix(b, a, condition)` with a vector of `bool`")),
    ("tex1D", Hlsl, Word("texture")),
    ("tex2D", Hlsl, Word("texture")),
    ("tex3D", Hlsl, Word("texture")),
    ("texCUBE", Hlsl, Word("texture")),
    ("tex2Dproj", Hlsl, Word("textureProj")),
    ("tex2Dlod", Hlsl, Advice("write `textureLod(sampler, coordinate.xy, coordinate.w)`")),
    ("tex2Dbias", Hlsl, Advice("write `texture(sampler, coordinate.xy, coordinate.w)`")),
    ("tex2Dgrad", Hlsl, Word("textureGrad")),
    ("textureSample", Wgsl, Advice("write `texture(sampler2D(image, sampler), coordinate)`")),
    ("InterlockedAdd", Hlsl, Word("atomicAdd")),
    ("InterlockedMax", Hlsl, Word("atomicMax")),
    ("InterlockedMin", Hlsl, Word("atomicMin")),
    ("InterlockedAnd", Hlsl, Word("atomicAnd")),
    ("InterlockedOr", Hlsl, Word("atomicOr")),
    ("InterlockedXor", Hlsl, Word("atomicXor")),
    ("InterlockedExchange", Hlsl, Word("atomicExchange")),
    ("InterlockedCompareExchange", Hlsl, Word("atomicCompSwap")),
    ("GroupMemoryBarrierWithGroupSync", Hlsl, Word("barrier")),
    ("GroupMemoryBarrier", Hlsl, Word("groupMemoryBarrier")),
    ("DeviceMemoryBarrier", Hlsl, Word("memoryBarrier")),
    ("AllMemoryBarrier", Hlsl, Word("memoryBarrier")),
    ("threadgroup_barrier", Metal, Word("barrier")),
    ("workgroupBarrier", Wgsl, Word("barrier")),
    ("WaveActiveSum", Hlsl, Likely("subgroupAdd", "it needs `GL_KHR_shader_subgroup_arithmetic`")),
    ("printf", Other, Likely("debugPrintfEXT", "it needs `GL_EXT_debug_printf`")),
    ("fabs", Other, Word("abs")),
    ("fabsf", Other, Word("abs")),
    ("sqrtf", Other, Word("sqrt")),
    ("powf", Other, Word("pow")),
    ("sinf", Other, Word("sin")),
    ("cosf", Other, Word("cos")),
    ("fmin", Other, Word("min")),
    ("fmax", Other, Word("max")),
    ("fminf", Other, Word("min")),
    ("fmaxf", Other, Word("max")),
    ("iTime", Other, SHADERTOY),
    ("iResolution", Other, SHADERTOY),
    ("iMouse", Other, SHADERTOY),
    ("iFrame", Other, SHADERTOY),
    ("iTimeDelta", Other, SHADERTOY),
    ("iChannel0", Other, SHADERTOY),
    ("iChannel1", Other, SHADERTOY),
    ("random", Other, Advice("GLSL has no random numbers; compute a hash of the coordinates")),
    ("rand", Other, Advice("GLSL has no random numbers; compute a hash of the coordinates")),
    ("M_PI", Other, Advice("declare `const float PI = 3.14159265;`")),
    ("PI", Other, Advice("declare `const float PI = 3.14159265;`")),
    // Removed functions.
    ("texture1D", OldGlsl, Word("texture")),
    ("texture2D", OldGlsl, Word("texture")),
    ("texture3D", OldGlsl, Word("texture")),
    ("textureCube", OldGlsl, Word("texture")),
    ("texture2DRect", OldGlsl, Word("texture")),
    ("texture1DProj", OldGlsl, Word("textureProj")),
    ("texture2DProj", OldGlsl, Word("textureProj")),
    ("texture3DProj", OldGlsl, Word("textureProj")),
    ("texture1DLod", OldGlsl, Word("textureLod")),
    ("texture2DLod", OldGlsl, Word("textureLod")),
    ("texture3DLod", OldGlsl, Word("textureLod")),
    ("textureCubeLod", OldGlsl, Word("textureLod")),
    ("texture2DLodEXT", OldGlsl, Word("textureLod")),
    ("textureCubeLodEXT", OldGlsl, Word("textureLod")),
    ("texture2DGradEXT", OldGlsl, Word("textureGrad")),
    ("texture2DProjLod", OldGlsl, Word("textureProjLod")),
    ("shadow1D", OldGlsl, Likely("texture", "it gives a `float`, not a `vec4`")),
    ("shadow2D", OldGlsl, Likely("texture", "it gives a `float`, not a `vec4`")),
    ("shadow2DProj", OldGlsl, Likely("textureProj", "it gives a `float`, not a `vec4`")),
    ("ftransform", OldGlsl, Advice("multiply your own matrix by your own position")),
    // Removed variables.
    ("gl_FragColor", OldGlsl, OUT_VARIABLE),
    ("gl_FragData", OldGlsl, OUT_VARIABLE),
    ("gl_Vertex", OldGlsl, OWN_INPUT),
    ("gl_Normal", OldGlsl, OWN_INPUT),
    ("gl_Color", OldGlsl, OWN_INPUT),
    ("gl_MultiTexCoord0", OldGlsl, OWN_INPUT),
    (
        "gl_TexCoord",
        OldGlsl,
        Advice("declare an output of the vertex shader and an input of the fragment shader"),
    ),
    (
        "gl_FrontColor",
        OldGlsl,
        Advice("declare an output of your own: `layout(location = 0) out vec4 colour;`"),
    ),
    ("gl_ModelViewMatrix", OldGlsl, OWN_UNIFORM),
    ("gl_ProjectionMatrix", OldGlsl, OWN_UNIFORM),
    ("gl_ModelViewProjectionMatrix", OldGlsl, OWN_UNIFORM),
    ("gl_NormalMatrix", OldGlsl, OWN_UNIFORM),
    ("attribute", OldGlsl, Word("in")),
    ("gl_VertexID", OpenGl, Word("gl_VertexIndex")),
    ("gl_InstanceID", OpenGl, Likely("gl_InstanceIndex", "it counts from the first instance of the draw")),
];

#[cfg(test)]
mod tests {
    use super::{Instead, Language, ROWS, foreign};

    #[test]
    fn each_word_has_one_row() {
        for (index, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..index].iter().all(|other| other.0 != row.0), "{} has two rows", row.0);
        }
    }

    #[test]
    fn shapes_of_matrices_are_turned() {
        assert_eq!(foreign("float4x4"), Some((Language::Hlsl, Instead::Word("mat4"))));
        assert!(matches!(foreign("float3x4"), Some((_, Instead::Likely("mat4x3", _)))));
        assert_eq!(foreign("float5x4"), None);
    }
}
