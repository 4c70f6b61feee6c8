#version 450
// client: vulkan
// Matrices from columns, from mixtures of scalars and vectors.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    mat2 a = mat2(v.x, v.yzw);
    mat2 b = mat2(v);
    mat3 c = mat3(v.xy, v.z, v, v.w, 1.0);
    mat2x3 d = mat2x3(v, 5.0, 6);
    mat4 e = mat4(v, v.x, v.yzw, v, v.xyz, 1);
    o = e * vec4(a * v.xy, b * v.zw);
    o.xyz += c * (d * v.xy);
}
