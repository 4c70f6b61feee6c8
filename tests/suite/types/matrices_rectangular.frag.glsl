#version 450
// client: vulkan
// All six non-square matrix types.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    mat2x3 a = mat2x3(v.xyz, v.yzw);
    mat2x4 b = mat2x4(v, v.wzyx);
    mat3x2 c = mat3x2(v.xy, v.zw, v.xw);
    mat3x4 d = mat3x4(v, v * 2.0, v * 3.0);
    mat4x2 e = mat4x2(v.xy, v.yz, v.zw, v.wx);
    mat4x3 f = mat4x3(v.xyz, v.yzw, v.zwx, v.wxy);
    mat2x2 g = c * a;
    mat4x4 h = d * f;
    mat3x3 k = f * d;
    o = h * v + b * (g * v.xy);
    o.xyz += k * v.xyz;
    o.xy += e * v;
}
