#version 450
// client: vulkan
// Matrices from larger and smaller matrices; the rest is the identity.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    mat4 m = mat4(v, v.yzwx, v.zwxy, v.wxyz);
    mat3 a = mat3(m);
    mat4 b = mat4(a);
    mat2 c = mat2(m);
    mat4x2 d = mat4x2(c);
    mat2x4 e = mat2x4(a);
    mat3x4 f = mat3x4(c);
    o = b * v + e * (d * v) + f * v.xyz;
}
