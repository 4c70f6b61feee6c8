#version 450
// client: vulkan
// One radix-2 FFT stage set over complex rows in shared memory.
layout(constant_id = 0) const uint LOG_N = 8u;
layout(constant_id = 1) const bool INVERSE = true;
const uint N = 1u << LOG_N;
layout(local_size_x = 128) in;
layout(set = 0, binding = 0, rg32f) uniform image2D field;
layout(push_constant) uniform Axis { uint vertical; };
shared vec2 ping[2][N];

vec2 cmul(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

ivec2 at(uint i)
{
    uint row = gl_WorkGroupID.x;
    return vertical != 0u ? ivec2(row, i) : ivec2(i, row);
}

void main()
{
    uint t = gl_LocalInvocationID.x;
    for (uint i = t; i < N; i += gl_WorkGroupSize.x)
        ping[0][bitfieldReverse(i) >> (32u - LOG_N)] = imageLoad(field, at(i)).xy;
    uint src = 0u;
    for (uint s = 1u; s <= LOG_N; ++s)
    {
        barrier();
        uint m = 1u << s, h = m >> 1;
        for (uint k = t; k < N / 2u; k += gl_WorkGroupSize.x)
        {
            uint j = k & (h - 1u);
            uint i = (k / h) * m + j;
            float a = (INVERSE ? 6.2831853 : -6.2831853) * float(j) / float(m);
            vec2 w = vec2(cos(a), sin(a));
            vec2 u = ping[src][i], v = cmul(w, ping[src][i + h]);
            ping[src ^ 1u][i] = u + v;
            ping[src ^ 1u][i + h] = u - v;
        }
        src ^= 1u;
    }
    barrier();
    for (uint i = t; i < N; i += gl_WorkGroupSize.x)
        imageStore(field, at(i), vec4(ping[src][i] * (INVERSE ? 1.0 / float(N) : 1.0), 0.0, 0.0));
}
