#version 450
// client: vulkan
// Work-efficient exclusive scan of one block.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BLOCK = 512u;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };

shared uint temp[BLOCK];

uint fetch(uint i) { return i < uint(src.length()) ? src[i] : 0u; }

void main()
{
    uint t = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * BLOCK;
    temp[2u * t] = fetch(base + 2u * t);
    temp[2u * t + 1u] = fetch(base + 2u * t + 1u);
    uint offset = 1u;
    for (uint d = BLOCK >> 1; d > 0u; d >>= 1)
    {
        barrier();
        if (t < d)
        {
            uint a = offset * (2u * t + 1u) - 1u;
            uint b = offset * (2u * t + 2u) - 1u;
            temp[b] += temp[a];
        }
        offset <<= 1;
    }
    if (t == 0u)
    {
        sums[gl_WorkGroupID.x] = temp[BLOCK - 1u];
        temp[BLOCK - 1u] = 0u;
    }
    for (uint d = 1u; d < BLOCK; d <<= 1)
    {
        offset >>= 1;
        barrier();
        if (t < d)
        {
            uint a = offset * (2u * t + 1u) - 1u;
            uint b = offset * (2u * t + 2u) - 1u;
            uint x = temp[a];
            temp[a] = temp[b];
            temp[b] += x;
        }
    }
    barrier();
    dst[base + 2u * t] = temp[2u * t];
    dst[base + 2u * t + 1u] = temp[2u * t + 1u];
}
