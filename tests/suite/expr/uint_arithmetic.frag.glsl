#version 450
// client: vulkan
// Arithmetic on uint with wrap-around and unary minus.
layout(location = 0) flat in uvec2 v;
layout(location = 0) out uvec4 o;

void main()
{
    uint d = max(v.y, 1u);
    o.x = v.x - v.y;
    o.y = v.x * 2654435761u;
    o.z = v.x / d;
    o.w = v.x % d + -v.y;
}
