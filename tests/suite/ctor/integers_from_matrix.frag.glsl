#version 450
// Vectors of other types from the components of a matrix; empty lists that mean zero.
#extension GL_EXT_null_initializer : require
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
struct S { vec3 a[4]; int b; };

void main() {
    mat4x3 m = mat4x3(v, v, v);
    ivec4 i = ivec4(m);
    uvec2 u = uvec2(m);
    bvec3 b = bvec3(m);
    S s = { };
    float f = { };
    ++s.b;
    color = vec4(i) + vec4(u, b.xy) + float(s.b) + f;
}
