// Swizzled stores carry the same memory operands as whole ones: of members, through buffer references, in shared
// memory, and of bools, which blocks hold as `uint`.
// target: vulkan1.2
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;

layout(buffer_reference, std430) workgroupcoherent buffer Target {
    vec4 v;
    layout(row_major) mat4 m;
};
layout(push_constant) uniform Push { Target target; };
layout(std430, binding = 0) workgroupcoherent buffer A { vec4 a; mat4 m; vec4 list[]; };
layout(std430, binding = 1) buffer B { volatile vec4 v; subgroupcoherent bvec4 flags; nonprivate vec4 n; vec4 plain; };
shared vec4 s;
shared vec4 t;

void main() {
    a.xy = vec2(1, 2);
    a.wzyx = vec4(1);
    m[1].xy = vec2(2);
    list[gl_LocalInvocationIndex].z = 4.0;
    v.yz = vec2(4, 5);
    flags.xz = bvec2(true, false);
    n.wx = vec2(3);
    plain.xy = vec2(1);
    s.xz = vec2(1);
    t.yx = vec2(2);
    target.v.xz = vec2(3);
    target.m[2].yw = vec2(4);
}
