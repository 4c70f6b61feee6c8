#version 450
// client: vulkan
// A matrix from one scalar has it on the diagonal only.
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

void main()
{
    mat3 a = mat3(p.x);
    mat2x4 b = mat2x4(2.0);
    mat4x3 c = mat4x3(p.y);
    mat2 d = mat2(1);
    o = vec4(a * p, 1.0) + b * (d * p.xy);
    o.xyz += c[2] + c[3];
}
