#version 450
// client: vulkan
// Bitonic sort of key-value pairs in shared memory.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Pairs { uvec2 pairs[]; };
shared uvec2 s[512];

void exchange(uint i, uint j, bool up)
{
    uvec2 a = s[i], b = s[j];
    if ((a.x > b.x) == up)
    {
        s[i] = b;
        s[j] = a;
    }
}

void main()
{
    uint t = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * 512u;
    s[t] = pairs[base + t];
    s[t + 256u] = pairs[base + t + 256u];
    for (uint k = 2u; k <= 512u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1)
        {
            barrier();
            uint i = 2u * t - (t & (j - 1u));
            exchange(i, i + j, (i & k) == 0u);
        }
    barrier();
    pairs[base + t] = s[t];
    pairs[base + t + 256u] = s[t + 256u];
}
