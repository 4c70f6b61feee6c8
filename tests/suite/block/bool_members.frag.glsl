#version 450
// client: vulkan
// Bools in blocks are stored as 32-bit values.
layout(binding = 0) uniform F { bool on; bvec3 mask; bool list[3]; };
layout(binding = 1) buffer G { bvec2 seen; };
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;

void main()
{
    seen.x = seen.y || on;
    seen = bvec2(list[1], mask.z);
    o = vec4(mix(v, v.zyx, mask), on ? 1.0 : 0.0);
}
