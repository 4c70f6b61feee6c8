#version 450
// client: vulkan
// Outputs read back, modified and passed as inout.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 a;
layout(location = 1) out vec2 b;

void scale(inout vec4 x, float k) { x *= k; }

void main()
{
    a = v;
    scale(a, 0.5);
    b = a.xy;
    b += a.zw;
    if (b.x > 1.0)
        a.w = b.y;
    a++;
}
