#version 450
// client: vulkan
// Several outputs of different types, an array among them, with partial writes.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec2 motion;
layout(location = 2) out uint id;
layout(location = 3) out vec4 extra[2];

void main()
{
    albedo = v;
    motion.x = v.z;
    motion.y = -v.w;
    id = uint(v.x * 255.0);
    extra[0] = v.wzyx;
    extra[1].rgb = v.xyz;
    extra[1].a = 1.0;
}
