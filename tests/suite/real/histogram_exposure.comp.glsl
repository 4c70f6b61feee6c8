#version 450
// client: vulkan
// Luminance histogram and its average for automatic exposure.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, rgba16f) uniform readonly image2D hdr;
layout(std430, set = 0, binding = 1) buffer Hist { uint bins[256]; float average; uint finished; };
layout(push_constant) uniform Range { float minLog; float invRange; uint groups; float speed; };
shared uint local[256];
shared bool last;

uint binOf(vec3 c)
{
    float l = dot(c, vec3(0.2126, 0.7152, 0.0722));
    if (l < 1e-4)
        return 0u;
    return uint(clamp((log2(l) - minLog) * invRange, 0.0, 1.0) * 254.0 + 1.0);
}

void main()
{
    uint t = gl_LocalInvocationIndex;
    local[t] = 0u;
    last = false;
    barrier();
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(hdr);
    if (all(lessThan(p, size)))
        atomicAdd(local[binOf(imageLoad(hdr, p).rgb)], 1u);
    barrier();
    atomicAdd(bins[t], local[t]);
    memoryBarrierBuffer();
    barrier();
    if (t == 0u)
        last = atomicAdd(finished, 1u) == groups - 1u;
    barrier();
    if (!last)
        return;
    uint count = atomicExchange(bins[t], 0u);
    local[t] = count * t;
    barrier();
    for (uint cut = 128u; cut > 0u; cut >>= 1)
    {
        if (t < cut)
            local[t] += local[t + cut];
        barrier();
    }
    if (t == 0u)
    {
        float pixels = max(float(size.x * size.y) - float(count), 1.0);
        float mean = exp2((float(local[0]) / pixels - 1.0) / 254.0 / invRange + minLog);
        average += (mean - average) * (1.0 - exp(-speed));
        finished = 0u;
    }
}
