#version 450
// client: vulkan
// Invocations that return early before a loop over a buffer.
layout(local_size_x = 64) in;
layout(push_constant) uniform Pc { uint count; uint stride; };
layout(std430, binding = 0) buffer B { uint v[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count)
        return;
    uint acc = 0u;
    for (uint k = i; k < count; k += stride)
    {
        if (v[k] == 0u)
            return;
        acc ^= v[k] * 16777619u;
    }
    v[i] = acc;
}
