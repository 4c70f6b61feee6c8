//! Numbers that a shader chooses: every layout qualifier and every other place of a number, with extreme ones.

use vitrum::{Stage, Target};

use super::compile;
use crate::judges::Judges;

/// A place of a number: `@` in the shader.
pub(super) struct Place {
    pub(super) name: &'static str,
    stage: Stage,
    target: Target,
    source: &'static str,
    /// True if the SPIR-V must be valid: the author of numbers of SPIR-V answers for them.
    judged: bool,
}

const fn vulkan(name: &'static str, stage: Stage, source: &'static str) -> Place {
    Place { name, stage, target: Target::Vulkan1_3, source, judged: true }
}

const fn unjudged(name: &'static str, stage: Stage, source: &'static str) -> Place {
    Place { judged: false, ..vulkan(name, stage, source) }
}

const fn opengl(name: &'static str, stage: Stage, source: &'static str) -> Place {
    Place { name, stage, target: Target::OpenGl4_5, source, judged: true }
}

/// Around the limits of 16, 32 and 64 bits, in every base.
const NUMBERS: &[&str] = &[
    "450",
    "0",
    "1",
    "2",
    "8",
    "32",
    "64",
    "4095",
    "65535",
    "65536",
    "536870912",
    "1073741824",
    "2147483644",
    "2147483647",
    "2147483648",
    "2147483648u",
    "4294967292u",
    "4294967295",
    "4294967295u",
    "4294967296",
    "0xffffffff",
    "037777777777u",
    "040000000000",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "-1",
    "-2147483648",
    "-2147483649",
    "-9223372036854775808",
];

pub(super) const PLACES: &[Place] = &[
    // Locations and components.
    vulkan("location_output", F, "layout(location = @) out vec4 c; void main() { c = vec4(1.0); }"),
    vulkan(
        "location_output_array",
        F,
        "layout(location = @) out vec4 c[2]; void main() { c[0] = c[1] = vec4(1.0); }",
    ),
    vulkan(
        "location_input",
        F,
        "layout(location = @) in vec4 a; layout(location = 0) out vec4 c; void main() { c = a; }",
    ),
    vulkan(
        "location_matrix",
        F,
        "layout(location = @) in mat4 a; layout(location = 0) out vec4 c; void main() { c = a[1]; }",
    ),
    vulkan(
        "location_double",
        F,
        "layout(location = @) flat in dvec4 a[2]; layout(location = 0) out vec4 c; void main() { c = vec4(a[1]); }",
    ),
    vulkan(
        "location_struct",
        V,
        "struct S { mat3 m; dvec3 d[2]; float f; }; layout(location = @) out S s; void main() { s.f = 1.0; gl_Position = vec4(0.0); }",
    ),
    vulkan(
        "location_block",
        V,
        "layout(location = @) out B { vec4 x; mat2 m; } b; void main() { b.x = vec4(1.0); b.m = mat2(1.0); gl_Position = vec4(0.0); }",
    ),
    vulkan(
        "location_block_array",
        V,
        "layout(location = @) out B { vec4 x[3]; } b[3]; void main() { b[0].x[0] = vec4(1.0); gl_Position = vec4(0.0); }",
    ),
    vulkan(
        "location_member",
        V,
        "out B { layout(location = @) vec4 x; layout(location = 1) mat2 m; } b; void main() { b.x = vec4(1.0); gl_Position = vec4(0.0); }",
    ),
    vulkan(
        "location_then_open",
        V,
        "layout(location = @) out vec4 a; out vec4 b; out mat4 c; void main() { a = b = vec4(1.0); c = mat4(1.0); gl_Position = vec4(0.0); }",
    ),
    vulkan(
        "location_attribute",
        V,
        "layout(location = @) in mat4 a; in vec4 b; void main() { gl_Position = a * b; }",
    ),
    vulkan(
        "location_per_vertex",
        G,
        "layout(points) in; layout(points, max_vertices = 1) out; layout(location = @) in vec4 a[1][2]; void main() { gl_Position = a[0][1]; EmitVertex(); }",
    ),
    opengl(
        "location_uniform",
        F,
        "layout(location = @) uniform vec4 u[3]; uniform vec4 w; out vec4 c; void main() { c = u[2] + w; }",
    ),
    opengl(
        "location_uniform_struct",
        F,
        "struct S { mat4 m[4]; vec2 v; }; layout(location = @) uniform S u[3]; uniform S w; out vec4 c; void main() { c = u[2].m[1][1] + w.v.xyxy; }",
    ),
    opengl(
        "location_sampler",
        F,
        "layout(location = @) uniform sampler2D t[2]; uniform sampler2D u; out vec4 c; void main() { c = texture(t[1], vec2(0.0)) + texture(u, vec2(0.0)); }",
    ),
    opengl(
        "location_subroutine",
        F,
        "subroutine float S(); layout(index = 0) subroutine(S) float f() { return 1.0; } layout(location = @) subroutine uniform S s; out vec4 c; void main() { c = vec4(s()); }",
    ),
    opengl(
        "index_subroutine",
        F,
        "subroutine float S(); layout(index = @) subroutine(S) float f() { return 1.0; } subroutine uniform S s; out vec4 c; void main() { c = vec4(s()); }",
    ),
    vulkan(
        "component",
        F,
        "layout(location = 0, component = @) in vec2 a; layout(location = 0) out vec4 c; void main() { c = a.xyxy; }",
    ),
    vulkan(
        "component_array",
        F,
        "layout(location = 1, component = @) in float a[3]; layout(location = 0) out vec4 c; void main() { c = vec4(a[1]); }",
    ),
    vulkan("index", F, "layout(location = 0, index = @) out vec4 c; void main() { c = vec4(1.0); }"),
    // Bindings and sets.
    vulkan(
        "binding",
        F,
        "layout(binding = @) uniform sampler2D t; layout(location = 0) out vec4 c; void main() { c = texture(t, vec2(0.0)); }",
    ),
    vulkan(
        "binding_array",
        F,
        "layout(binding = @) uniform sampler2D t[4]; uniform sampler2D u; layout(location = 0) out vec4 c; void main() { c = texture(t[3], vec2(0.0)) + texture(u, vec2(0.0)); }",
    ),
    vulkan(
        "binding_arrays",
        F,
        "layout(binding = @) uniform sampler2D t[4][4]; layout(location = 0) out vec4 c; void main() { c = texture(t[3][1], vec2(0.0)); }",
    ),
    vulkan(
        "binding_struct",
        F,
        "struct S { sampler2D t[2]; vec4 f; sampler2D u; }; layout(binding = @) uniform B { vec4 x; }; layout(binding = @) uniform S s; layout(location = 0) out vec4 c; void main() { c = texture(s.t[1], vec2(0.0)) + x; }",
    ),
    vulkan(
        "binding_block",
        C,
        "layout(binding = @) buffer B { int x; } b[2]; layout(set = 1) buffer D { int y; }; void main() { b[1].x = y; }",
    ),
    opengl(
        "binding_opengl",
        F,
        "layout(binding = @) uniform sampler2D t[4]; layout(binding = @) uniform B { vec4 x; } b[3]; uniform sampler2D u; uniform E { vec4 z; }; out vec4 c; void main() { c = texture(t[3], vec2(0.0)) + b[1].x + texture(u, vec2(0.0)) + z; }",
    ),
    opengl(
        "binding_counter",
        F,
        "layout(binding = @) uniform atomic_uint n; out vec4 c; void main() { c = vec4(atomicCounterIncrement(n)); }",
    ),
    opengl(
        "offset_counter",
        F,
        "layout(binding = 0, offset = @) uniform atomic_uint n[3]; layout(binding = 0) uniform atomic_uint m; out vec4 c; void main() { c = vec4(atomicCounterIncrement(n[2]) + atomicCounterIncrement(m)); }",
    ),
    opengl(
        "offset_counter_alone",
        F,
        "layout(binding = 0, offset = @) uniform atomic_uint; layout(binding = 0) uniform atomic_uint m; out vec4 c; void main() { c = vec4(atomicCounterIncrement(m)); }",
    ),
    vulkan(
        "set",
        F,
        "layout(set = @, binding = 0) uniform sampler2D t; uniform sampler2D u; layout(location = 0) out vec4 c; void main() { c = texture(t, vec2(0.0)) + texture(u, vec2(0.0)); }",
    ),
    vulkan(
        "input_attachment",
        F,
        "layout(input_attachment_index = @, binding = 0) uniform subpassInput t[2]; layout(location = 0) out vec4 c; void main() { c = subpassLoad(t[1]); }",
    ),
    // Layouts of blocks.
    vulkan(
        "offset",
        C,
        "layout(std430, binding = 0) buffer B { int a; layout(offset = @) int b; int c[2]; }; void main() { b = a + c[1]; }",
    ),
    vulkan(
        "offset_vector",
        C,
        "layout(std430, binding = 0) buffer B { layout(offset = @) dvec4 b[3]; int a[]; }; void main() { a[a.length() - 1] = int(b[2].x); }",
    ),
    vulkan(
        "offset_push",
        C,
        "layout(push_constant) uniform B { layout(offset = @) mat4 b; vec4 d; }; layout(binding = 0) buffer O { vec4 o; }; void main() { o = b[1] + d; }",
    ),
    vulkan(
        "align",
        C,
        "layout(std430, binding = 0) buffer B { int a; layout(align = @) int b; int d; layout(align = 64) int c[2]; }; void main() { b = a + c[1] + d; }",
    ),
    vulkan(
        "align_block",
        C,
        "layout(std430, binding = 0, align = @) buffer B { int a; vec4 b[4]; mat4 c; int d[]; }; void main() { d[1] = a + int(b[3].x); }",
    ),
    vulkan(
        "align_last",
        C,
        "layout(std140, binding = 0) uniform B { layout(offset = 2147483632) int a; layout(align = @) int b; vec4 d; }; layout(binding = 1) buffer O { int o; }; void main() { o = b + a + int(d.x); }",
    ),
    vulkan(
        "align_reference",
        C,
        "#extension GL_EXT_buffer_reference : require\nlayout(buffer_reference, buffer_reference_align = @) buffer R { int a; }; layout(push_constant) uniform P { R r; }; void main() { r.a = 1; }",
    ),
    vulkan(
        "reference_arithmetic",
        C,
        "#extension GL_EXT_buffer_reference2 : require\nlayout(buffer_reference) buffer R { int a[65536]; }; layout(push_constant) uniform P { R r; }; void main() { (r + @).a[1] = 1; r[@].a[2] = 1; }",
    ),
    // Transform feedback.
    opengl(
        "stream",
        G,
        "layout(points) in; layout(points, max_vertices = 1) out; layout(stream = @) out vec4 a; void main() { a = vec4(1.0); EmitStreamVertex(0); }",
    ),
    opengl(
        "stream_default",
        G,
        "layout(points) in; layout(points, max_vertices = 1, stream = @) out; out vec4 a; void main() { a = vec4(1.0); EmitStreamVertex(0); }",
    ),
    opengl(
        "stream_argument",
        G,
        "layout(points) in; layout(points, max_vertices = 1) out; out vec4 a; void main() { a = vec4(1.0); EmitStreamVertex(@); EndStreamPrimitive(@); }",
    ),
    opengl(
        "xfb_buffer",
        V,
        "layout(xfb_buffer = @, xfb_offset = 0) out vec4 a; void main() { a = gl_Position = vec4(0.0); }",
    ),
    opengl(
        "xfb_offset",
        V,
        "layout(xfb_buffer = 0, xfb_offset = @) out vec4 a[3]; layout(xfb_buffer = 0, xfb_offset = 0) out float b; void main() { a[1] = gl_Position = vec4(b = 0.0); }",
    ),
    opengl(
        "xfb_offset_double",
        V,
        "struct S { dvec2 m; float f; }; layout(xfb_buffer = 0, xfb_offset = @) out S a[3]; void main() { a[1].f = 1.0; gl_Position = vec4(0.0); }",
    ),
    opengl(
        "xfb_offset_block",
        V,
        "layout(xfb_buffer = 1, xfb_offset = @) out B { vec4 x; dvec3 y; float z[3]; } b; void main() { b.x = gl_Position = vec4(0.0); }",
    ),
    opengl(
        "xfb_offset_block_array",
        V,
        "layout(xfb_buffer = @) out; layout(xfb_offset = 16) out B { vec4 x; } b[4]; void main() { b[1].x = gl_Position = vec4(0.0); }",
    ),
    opengl(
        "xfb_stride",
        V,
        "layout(xfb_buffer = 0, xfb_stride = @, xfb_offset = 0) out vec4 a; void main() { a = gl_Position = vec4(0.0); }",
    ),
    opengl(
        "xfb_stride_default",
        V,
        "layout(xfb_buffer = 1, xfb_stride = @) out; layout(xfb_offset = 8) out dvec2 a; void main() { a = dvec2(1.0); gl_Position = vec4(0.0); }",
    ),
    // Specialisation constants.
    vulkan(
        "constant_id",
        C,
        "layout(constant_id = @) const int n = 3; shared int s[n]; layout(binding = 0) buffer B { int x; }; void main() { s[1] = n; x = s[0]; }",
    ),
    vulkan(
        "constant_default",
        C,
        "layout(constant_id = 1) const int n = @; shared int s[n]; shared int t[n * n]; layout(binding = 0) buffer B { int x; }; void main() { s[1] = n * n + n / (n - 1) + (n << n) + n % n; x = s[0] + t[1] + s.length() + t.length(); }",
    ),
    vulkan(
        "constant_operation",
        C,
        "layout(constant_id = 1) const int n = 3; const int m = n * @ + n / @ - n % @ + (n << @) + (@ >> n); layout(binding = 0) buffer B { int x; }; void main() { x = m; }",
    ),
    // The stage.
    vulkan("local_size", C, "layout(local_size_x = @) in; void main() { }"),
    vulkan(
        "local_sizes",
        C,
        "layout(local_size_x = @, local_size_y = @, local_size_z = @) in; void main() { }",
    ),
    vulkan("local_size_id", C, "layout(local_size_x_id = @, local_size_y = 65535) in; void main() { }"),
    vulkan(
        "local_size_quads",
        C,
        "#extension GL_KHR_compute_shader_derivatives : require\nlayout(derivative_group_linearKHR, local_size_x = @, local_size_y = @) in; void main() { }",
    ),
    vulkan(
        "max_vertices",
        G,
        "layout(points) in; layout(points, max_vertices = @) out; layout(location = 0) out vec4 a[4]; void main() { a[1] = gl_Position = vec4(0.0); EmitVertex(); }",
    ),
    vulkan(
        "invocations",
        G,
        "layout(points, invocations = @) in; layout(points, max_vertices = 1) out; void main() { gl_Position = vec4(gl_InvocationID); EmitVertex(); }",
    ),
    vulkan(
        "vertices",
        TC,
        "layout(vertices = @) out; layout(location = 0) out vec4 a[]; void main() { a[gl_InvocationID] = vec4(1.0); gl_TessLevelOuter[0] = 1.0; gl_out[gl_InvocationID].gl_Position = vec4(gl_out.length()); }",
    ),
    vulkan(
        "mesh",
        M,
        "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 32) in; layout(triangles, max_vertices = @, max_primitives = 2) out; layout(location = 0) out vec4 a[]; void main() { SetMeshOutputsEXT(3, 1); a[1] = gl_MeshVerticesEXT[1].gl_Position = vec4(1.0); }",
    ),
    vulkan(
        "mesh_primitives",
        M,
        "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 32) in; layout(triangles, max_vertices = 3, max_primitives = @) out; layout(location = 0) perprimitiveEXT out vec4 a[]; void main() { SetMeshOutputsEXT(@, @); gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2); a[0] = vec4(1.0); }",
    ),
    opengl(
        "num_views",
        V,
        "#extension GL_OVR_multiview : require\nlayout(num_views = @) in; void main() { gl_Position = vec4(gl_ViewID_OVR); }",
    ),
    // Arrays.
    vulkan(
        "array_size",
        F,
        "float g[@]; layout(location = 0) out vec4 c; void main() { g[0] = 1.0; float h[@]; h[0] = 2.0; c = vec4(g[0] + h[0] + float(g.length())); }",
    ),
    vulkan(
        "array_sizes",
        F,
        "dmat4 g[@][@][@]; layout(location = 0) out vec4 c; void main() { c = vec4(g[0][0][0][1]) + float(g[0].length()); }",
    ),
    vulkan(
        "array_size_struct",
        F,
        "struct S { vec4 a[@]; mat4 b[@]; }; struct T { S s[@]; }; T t[2]; layout(location = 0) out vec4 c; void main() { t[0].s[0].a[0] = vec4(1.0); c = t[0].s[0].a[0]; }",
    ),
    vulkan(
        "array_size_block",
        C,
        "layout(std430, binding = 0) buffer B { vec4 a[@]; mat4 b[2]; int c[]; }; void main() { c[1] = int(a[0].x); c[2] = c.length(); }",
    ),
    vulkan(
        "array_sizes_block",
        C,
        "struct S { dmat4 a[@]; }; layout(std430, binding = 0) buffer B { S a[@][@]; int c[]; }; void main() { c[1] = int(a[0][0].a[0][0][0]); }",
    ),
    vulkan(
        "array_size_uniform",
        F,
        "layout(std140, binding = 0) uniform B { mat3 a[@]; float b; }; layout(location = 0) out vec4 c; void main() { c = a[0][0].xyzx + b; }",
    ),
    vulkan(
        "array_size_shared",
        C,
        "shared mat4 s[@]; layout(binding = 0) buffer B { vec4 x; }; void main() { s[0] = mat4(1.0); barrier(); x = s[0][0]; }",
    ),
    vulkan(
        "array_size_interface",
        F,
        "layout(location = 1) in vec4 a[@]; layout(location = 0) out vec4 c; void main() { c = a[0]; }",
    ),
    vulkan(
        "array_size_interface_open",
        V,
        "struct S { vec4 v[@]; }; out S a[@]; out vec4 b; void main() { a[0].v[0] = gl_Position = b = vec4(1.0); }",
    ),
    vulkan(
        "array_size_vertices",
        G,
        "layout(points) in; layout(points, max_vertices = 1) out; in vec4 a[@]; void main() { gl_Position = a[0]; EmitVertex(); }",
    ),
    vulkan(
        "array_size_sampler",
        F,
        "layout(binding = 0) uniform sampler2D t[@][@]; uniform sampler2D u; layout(location = 0) out vec4 c; void main() { c = texture(t[0][0], vec2(0.0)) + texture(u, vec2(0.0)); }",
    ),
    opengl(
        "array_size_sampler_opengl",
        F,
        "uniform struct S { sampler2D t[@]; vec4 v[@]; } s[@]; uniform vec4 w; out vec4 c; void main() { c = texture(s[0].t[0], vec2(0.0)) + w + s[0].v[0]; }",
    ),
    opengl(
        "array_size_uniforms",
        F,
        "uniform mat4 u[@]; uniform vec4 w; out vec4 c; void main() { c = u[0][1] + w; }",
    ),
    opengl(
        "array_size_counter",
        F,
        "layout(binding = 0) uniform atomic_uint n[@]; layout(binding = 0) uniform atomic_uint m; out vec4 c; void main() { c = vec4(atomicCounterIncrement(n[0]) + atomicCounterIncrement(m)); }",
    ),
    vulkan(
        "array_size_clip",
        V,
        "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[@]; float gl_CullDistance[@]; }; void main() { gl_ClipDistance[0] = gl_CullDistance[0] = 1.0; }",
    ),
    vulkan(
        "array_size_constructor",
        F,
        "layout(location = 0) out vec4 c; void main() { c = vec4(float[@](1.0)[0]); }",
    ),
    vulkan(
        "array_size_parameter",
        F,
        "float f(float a[@]) { return a[0]; } layout(location = 0) out vec4 c; void main() { float g[@]; c = vec4(f(g)); }",
    ),
    opengl(
        "array_implicit",
        F,
        "float g[]; uniform float u[]; out vec4 c; void main() { g[@] = 1.0; c = vec4(u[@] + g.length()); }",
    ),
    vulkan(
        "array_runtime",
        C,
        "layout(binding = 0) buffer B { int a; int b[]; }; void main() { b[@] = 1; b[@ * 2] = a; }",
    ),
    // Indices and values.
    vulkan(
        "index_array",
        F,
        "layout(location = 0) out vec4 c; void main() { float g[4]; g[@] = 1.0; c = vec4(g[@]); }",
    ),
    vulkan(
        "index_vector",
        F,
        "layout(location = 0) out vec4 c; void main() { mat4 m = mat4(1.0); c[@] = 1.0; c += m[@] + m[1][@] + vec4(1, 2, 3, 4)[@]; }",
    ),
    vulkan(
        "literal",
        F,
        "layout(location = 0) out vec4 c; void main() { c = vec4(@, float(@), -(@), ~(@)); }",
    ),
    vulkan(
        "literal_conversion",
        F,
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(location = 0) out vec4 c; void main() { c = vec4(uint(@), int16_t(@), uint8_t(@), double(@)) + float(int64_t(@)) + float16_t(@) + (bool(@) ? 1 : 0); }",
    ),
    vulkan(
        "literal_float",
        F,
        "layout(location = 0) out vec4 c; void main() { c = vec4(@.0, 1.0e@, 1e@, 0.@); }",
    ),
    vulkan(
        "literal_double",
        F,
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(location = 0) out vec4 c; void main() { c = vec4(@.0LF + 1.0e@LF) + 1e@HF + float(@.0HF); }",
    ),
    vulkan(
        "literal_long",
        F,
        "#extension GL_ARB_gpu_shader_int64 : require\nlayout(location = 0) out vec4 c; void main() { c = vec4(float(@L + 1L), float(@UL), float(-@L), 1.0); }",
    ),
    vulkan(
        "float_to_int",
        F,
        "layout(location = 0) out vec4 c; const int a = int(float(@) * 1e30); const uint b = uint(-float(@)); void main() { c = vec4(a, b, int(1e30), uint(0.0 / 0.0)); }",
    ),
    vulkan(
        "arithmetic",
        F,
        "layout(location = 0) out vec4 c; const int a = @ + @, b = @ * @, d = @ - 7, e = -@; void main() { int f = @; f++; c = vec4(a, b, d, e) + f; }",
    ),
    vulkan(
        "divisor",
        F,
        "layout(location = 0) out vec4 c; const int a = 7 / @, b = 7 % @, d = @ / @, e = (-2147483647 - 1) / @; void main() { c = vec4(a, b, d, e) / @ + ivec4(5) % @; }",
    ),
    vulkan(
        "dividend",
        F,
        "layout(location = 0) out vec4 c; const int a = @ / 0, b = @ % 0, d = @ / -1, e = @ % -1; void main() { c = vec4(a, b, d, e); }",
    ),
    vulkan(
        "shift",
        F,
        "layout(location = 0) out vec4 c; const int a = 7 << @, b = -7 >> @; const uint d = 7u << @, e = 0xfffffffeu >> @; void main() { c = vec4(a, b, d, e) + (ivec4(1) << @); }",
    ),
    vulkan(
        "shifted",
        F,
        "layout(location = 0) out vec4 c; const int a = @ << 31, b = @ >> 31, d = @ << 40, e = @ >> -1; void main() { c = vec4(a, b, d, e); }",
    ),
    vulkan(
        "narrow_arithmetic",
        F,
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(location = 0) out vec4 c; const int16_t n = int16_t(@); const int8_t m = int8_t(@); const int64_t l = int64_t(@); void main() { c = vec4(n / n, m % m, l << l, l / int64_t(-1)) + float(n << 20) + float(m / int8_t(0)) + float(n % int16_t(-1)); }",
    ),
    vulkan(
        "bit_fields",
        F,
        "layout(location = 0) out vec4 c; void main() { c = vec4(bitfieldExtract(5, @, @), bitfieldInsert(1, 2, @, 3), ldexp(1.0, @), bitCount(@)); }",
    ),
    vulkan(
        "case",
        F,
        "layout(location = 0) out vec4 c; layout(location = 0) flat in int i; layout(location = 1) flat in uint u; void main() { c = vec4(0.0); switch (i) { case @: c.x = 1.0; break; case 5: c.y = 1.0; } switch (u) { case @: c.x = 1.0; break; case 5u: c.y = 1.0; } }",
    ),
    vulkan(
        "case_long",
        F,
        "#extension GL_ARB_gpu_shader_int64 : require\nlayout(location = 0) out vec4 c; layout(location = 0) flat in int64_t i; void main() { c = vec4(0.0); switch (i) { case @: c.x = 1.0; break; case 5: c.y = 1.0; } }",
    ),
    vulkan(
        "loop",
        F,
        "layout(location = 0) out vec4 c; void main() { int n = 0; for (int i = 0; i < @; i += @) n += i; for (uint i = @; i-- > 0u;) n++; c = vec4(n); }",
    ),
    vulkan(
        "loop_down",
        F,
        "layout(location = 0) out vec4 c; void main() { int n = 0; for (int i = @; i >= 0; i -= 3) n += i; for (int i = @; i != 5; i++) n *= 3; c = vec4(n); }",
    ),
    vulkan(
        "loop_hints",
        F,
        "#extension GL_EXT_control_flow_attributes : require\nlayout(location = 0) out vec4 c; layout(location = 0) flat in int m; void main() { int n = 0; [[dependency_length(@), min_iterations(@), max_iterations(@), iteration_multiple(@), peel_count(@), partial_count(@)]] for (int i = 0; i < m; i++) n += i; c = vec4(n); }",
    ),
    vulkan(
        "texel_offset",
        F,
        "layout(binding = 0) uniform sampler2D t; layout(location = 0) out vec4 c; void main() { c = textureOffset(t, vec2(0.0), ivec2(@)) + textureGather(t, vec2(0.0), @) + texelFetch(t, ivec2(@), @); }",
    ),
    vulkan(
        "atomics",
        C,
        "layout(binding = 0) buffer B { int x; uint y; }; void main() { atomicAdd(x, @); atomicCompSwap(y, @, @); }",
    ),
    vulkan(
        "atomic_semantics",
        C,
        "#extension GL_KHR_memory_scope_semantics : require\nlayout(binding = 0) buffer B { int x; }; void main() { atomicStore(x, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, @); }",
    ),
    vulkan(
        "atomic_storage",
        C,
        "#extension GL_KHR_memory_scope_semantics : require\nlayout(binding = 0) buffer B { int x; }; void main() { x = atomicLoad(x, gl_ScopeDevice, @, gl_SemanticsRelaxed); }",
    ),
    vulkan(
        "atomic_scope",
        C,
        "#extension GL_KHR_memory_scope_semantics : require\nlayout(binding = 0) buffer B { int x; }; void main() { atomicAdd(x, 1, @, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed); }",
    ),
    vulkan(
        "barrier_scope",
        C,
        "#extension GL_KHR_memory_scope_semantics : require\nvoid main() { controlBarrier(@, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); controlBarrier(gl_ScopeWorkgroup, @, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); }",
    ),
    vulkan(
        "barrier_semantics",
        C,
        "#extension GL_KHR_memory_scope_semantics : require\nvoid main() { controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, @); }",
    ),
    vulkan(
        "subgroup",
        C,
        "#extension GL_KHR_shader_subgroup_clustered : require\n#extension GL_KHR_shader_subgroup_ballot : require\nlayout(binding = 0) buffer B { int x; }; void main() { x = subgroupClusteredAdd(x, @) + subgroupBroadcast(x, @); }",
    ),
    vulkan(
        "cooperative_matrix",
        C,
        "#extension GL_KHR_cooperative_matrix : require\n#extension GL_KHR_memory_scope_semantics : require\nlayout(binding = 0) buffer B { float x[]; }; void main() { coopmat<float, gl_ScopeSubgroup, @, @, gl_MatrixUseA> m = coopmat<float, gl_ScopeSubgroup, @, @, gl_MatrixUseA>(1.0); coopMatStore(m, x, @, @, gl_CooperativeMatrixLayoutRowMajor); x[0] = float(m.length()); }",
    ),
    vulkan(
        "cooperative_use",
        C,
        "#extension GL_KHR_cooperative_matrix : require\nlayout(binding = 0) buffer B { float x[]; }; void main() { coopmat<float, @, 8, 8, @> m = coopmat<float, @, 8, 8, @>(1.0); x[0] = m[@]; }",
    ),
    vulkan(
        "payload",
        RG,
        "#extension GL_EXT_ray_tracing : require\nlayout(location = @) rayPayloadEXT vec4 p; layout(location = @) callableDataEXT vec4 q; layout(binding = 0) uniform accelerationStructureEXT s; void main() { traceRayEXT(s, @, @, @, @, @, vec3(0.0), 0.0, vec3(1.0), 1.0, @); executeCallableEXT(@, @); }",
    ),
    vulkan(
        "tile_image",
        F,
        "#extension GL_EXT_shader_tile_image : require\nlayout(location = @) tileImageEXT highp attachmentEXT t; layout(location = 0) out vec4 c; void main() { c = colorAttachmentReadEXT(t); }",
    ),
    // SPIR-V's own terms.
    unjudged(
        "spirv_instruction",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\nspirv_instruction(id = @) float f(float x); layout(location = 0) out vec4 c; void main() { c = vec4(f(1.0)); }",
    ),
    unjudged(
        "spirv_instruction_needs",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\nspirv_instruction(capabilities = [@, @], id = 129) float f(float x, spirv_literal int y); layout(location = 0) out vec4 c; void main() { c = vec4(f(1.0, @)); }",
    ),
    unjudged(
        "spirv_decorate",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\nspirv_decorate(@, @) layout(location = 0) out vec4 c; void main() { c = vec4(1.0); }",
    ),
    unjudged(
        "spirv_execution_mode",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\nspirv_execution_mode(@, @); layout(location = 0) out vec4 c; void main() { c = vec4(1.0); }",
    ),
    unjudged(
        "spirv_type",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\n#define T spirv_type(id = @, @)\nlayout(binding = 0) uniform T t; layout(location = 0) out vec4 c; void main() { c = vec4(1.0); }",
    ),
    unjudged(
        "spirv_storage_class",
        F,
        "#extension GL_EXT_spirv_intrinsics : require\nspirv_storage_class(@) float t; layout(location = 0) out vec4 c; void main() { c = vec4(t); }",
    ),
    // The preprocessor.
    vulkan("if", F, "#if @ > 3\n#endif\n#if @ == -(@) || ~(@) != +@\n#endif\nvoid main() { }"),
    vulkan("if_sum", F, "#if @ + @ - 7 > @ * @\n#endif\nvoid main() { }"),
    vulkan(
        "if_divisor",
        F,
        "#if 7 / @ > 7 % @\n#elif (-2147483647 - 1) / @ == (-9223372036854775807 - 1) / @\n#endif\nvoid main() { }",
    ),
    vulkan("if_dividend", F, "#if (@) / -1 > (@) % -1\n#endif\nvoid main() { }"),
    vulkan(
        "if_shift",
        F,
        "#if (1 << @) > (7 >> @)\n#elif (@ << 40) < (@ >> 64) || (-1 << @) == (-1 >> @)\n#endif\nvoid main() { }",
    ),
    vulkan(
        "line",
        F,
        "#line @\nvoid f() { }\n#line @ @\nint;\nvoid main() { int x = __LINE__ + __FILE__; }\n#line @ + @\nint;",
    ),
    vulkan("version", F, "#version @\nvoid main() { }"),
    vulkan("define", F, "#define M(a) a##@\n#if M(1) > 1\n#endif\nconst float x = M(1); void main() { }"),
];

use Stage::{
    Compute as C, Fragment as F, Geometry as G, Mesh as M, RayGeneration as RG, TessControl as TC,
    Vertex as V,
};

/// One place with every number.
pub(super) fn check(place: &Place, judges: &Judges) -> Result<(), String> {
    let (version, rest) = match place.source.strip_prefix("#version") {
        Some(_) => ("", place.source),
        None => ("#version 460\n", place.source),
    };
    let mut accepted = false;
    for number in NUMBERS {
        let source = format!("{version}{}\n", rest.replace('@', number));
        accepted |= compile(&source, place.stage, place.target, place.judged.then_some(judges))?;
    }
    // A place that no number fits tests the parser alone.
    if accepted { Ok(()) } else { Err(format!("no number is accepted:\n{}", place.source)) }
}
