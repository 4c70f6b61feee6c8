#version 450
// client: vulkan
// The operands of ?: must agree in type (5.9).
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;
void main()
{
    o = vec4(v.x > 0.0 ? v : v.xy, 1.0); // error
}
