#version 450
// client: vulkan
// Specialisation constants as sizes of shared, local and struct arrays.
layout(constant_id = 0) const int N = 16;
layout(constant_id = 1) const uint R = 2u;
layout(local_size_x = 16) in;
shared float cache[N];
layout(std430, binding = 0) buffer B { float data[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    float win[R * 2u + 1u];
    cache[i % uint(N)] = data[gl_GlobalInvocationID.x];
    barrier();
    float s = 0.0;
    for (int k = 0; k < win.length(); ++k)
    {
        win[k] = cache[(i + uint(k)) % uint(N)];
        s += win[k];
    }
    data[gl_GlobalInvocationID.x] = s / float(cache.length());
}
