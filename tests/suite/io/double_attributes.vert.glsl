#version 450
// client: vulkan
// Double inputs and flat double outputs.
layout(location = 0) in dvec2 a;
layout(location = 1) in dvec4 b;
layout(location = 3) in double c;
layout(location = 0) flat out dvec2 p;
layout(location = 1) out vec2 f;

void main()
{
    p = a * c + b.zw;
    f = vec2(p - a);
    gl_Position = vec4(b);
}
