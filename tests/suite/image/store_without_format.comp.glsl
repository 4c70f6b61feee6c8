#version 450
// client: vulkan
// A writeonly image needs no format.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform writeonly image2D sink;
layout(set = 0, binding = 1) uniform writeonly uimage3D counts;

void main()
{
    uvec3 g = gl_GlobalInvocationID;
    imageStore(sink, ivec2(g.xy), vec4(g, 1.0) / 64.0);
    imageStore(counts, ivec3(g), uvec4(g.xxyz));
}
