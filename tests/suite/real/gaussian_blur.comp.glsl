#version 450
// client: vulkan
// Separable blur with a shared-memory tile and halo.
#define RADIUS 4
#define GROUP 64

layout(local_size_x = GROUP) in;
layout(binding = 0) uniform sampler2D src;
layout(binding = 1, rgba8) uniform writeonly image2D dst;
layout(push_constant) uniform Pass { ivec2 axis; ivec2 size; } pass;

shared vec4 tile[GROUP + 2 * RADIUS];

const float weight[RADIUS + 1] = float[](0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216);

ivec2 place(int along, int across)
{
    ivec2 p = pass.axis.x != 0 ? ivec2(along, across) : ivec2(across, along);
    return clamp(p, ivec2(0), pass.size - 1);
}

void main()
{
    int t = int(gl_LocalInvocationID.x);
    int first = int(gl_WorkGroupID.x) * GROUP;
    int line = int(gl_WorkGroupID.y);
    for (int i = t; i < GROUP + 2 * RADIUS; i += GROUP)
        tile[i] = texelFetch(src, place(first + i - RADIUS, line), 0);
    barrier();
    vec4 sum = tile[t + RADIUS] * weight[0];
    for (int k = 1; k <= RADIUS; ++k)
        sum += (tile[t + RADIUS - k] + tile[t + RADIUS + k]) * weight[k];
    imageStore(dst, place(first + t, line), sum);
}
