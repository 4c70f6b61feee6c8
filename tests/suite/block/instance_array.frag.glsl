#version 450
// client: vulkan
// An array of uniform blocks indexed constantly and dynamically.
layout(set = 1, binding = 0) uniform Slot { vec4 tint; vec2 uv[2]; } slots[3];
layout(set = 1, binding = 1) buffer Out { uint hits; } outs[2];
layout(push_constant) uniform Pc { int which; };
layout(location = 0) out vec4 o;

void main()
{
    o = slots[0].tint + slots[which].tint * slots[2].uv[1].x;
    outs[which & 1].hits = 1u;
}
