// Accesses behind buffer references claim the alignment that holds: that of the reference, less what the offset and the
// strides on the way leave of it, and no less than the largest scalar.
// target: vulkan1.2
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;

struct Inner { float p; vec3 q; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer R {
    float a;
    float b;
    vec2 c;
    vec4 d;
    mat4 m;
    vec3 list[4];
    Inner s;
    layout(row_major) mat3x2 t;
    float rest[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Low { float a; vec4 d; uint64_t w; };
layout(buffer_reference, std430, buffer_reference_align = 64) buffer Packed { vec3 a; vec3 b; R r; };
layout(push_constant) uniform Push { R r; Low low; Packed packed; int i; };
layout(std430, binding = 0) buffer Out { float o[]; };

void main() {
    o[0] = r.a;
    o[1] = r.b;
    o[2] = r.c.y;
    o[3] = r.d[i];
    o[4] = r.m[2].x + r.m[i].y;
    o[5] = r.list[i].x + r.list[1].z;
    Inner inner = r.s;
    o[6] = inner.p + r.s.q.z;
    o[7] = r.t[1].y + r.rest[i] + r.rest[3];
    low.d = vec4(low.a);
    low.w = 1ul;
    packed.a = packed.b;
    packed.r.d.xw = vec2(1);
    packed.r = r;
}
