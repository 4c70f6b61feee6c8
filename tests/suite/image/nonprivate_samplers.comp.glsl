#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
// client: vulkan
// Reads through nonprivate samplers are ordered by barriers.
// expect spirv: NonPrivateTexel
layout(local_size_x = 1) in;
layout(binding = 0) nonprivate uniform sampler2D map;
layout(binding = 1) buffer B { vec4 v[2]; };

void main()
{
    v[0] = textureLod(map, vec2(0.5), 0.0);
    v[1] = texelFetch(map, ivec2(1), 0);
}
