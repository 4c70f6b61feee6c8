#version 450
// client: vulkan
// A tree reduction in shared memory.
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
shared float part[gl_WorkGroupSize.x];

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint g = gl_GlobalInvocationID.x;
    part[t] = g < uint(src.length()) ? src[g] : 0.0;
    barrier();
    for (uint s = gl_WorkGroupSize.x / 2u; s > 0u; s >>= 1)
    {
        if (t < s)
            part[t] += part[t + s];
        barrier();
    }
    if (t == 0u)
        dst[gl_WorkGroupID.x] = part[0];
}
