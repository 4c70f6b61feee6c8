#version 450
// client: vulkan
// Operators with an int and a uint operand.
layout(location = 0) flat in int i;
layout(location = 1) flat in uint u;
layout(location = 0) out uvec4 o;

void main()
{
    o.x = i + u;
    o.y = u * 3 - i;
    o.z = (i & u) | (u ^ 7);
    o.w = i < u ? i : u;
    uvec2 v = ivec2(i) * u;
    o.xy += v % 5;
    o.z += u << i;
}
