#version 450
// One direction of a Gaussian blur; the weights are computed once for a workgroup.

layout(local_size_x = 128) in;

layout(constant_id = 0) const int RADIUS = 8;

layout(set = 0, binding = 0) uniform sampler2D source;
layout(set = 0, binding = 1, rgba16f) uniform writeonly image2D target;

layout(push_constant) uniform Pass
{
    ivec2 direction;
    float sigma;
} blur;

shared float weights[RADIUS + 1];

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    if (lane <= RADIUS)
    {
        float x = float(lane) / blur.sigma;
        weights[lane] = exp(-0.5 * x * x);
    }
    barrier();

    ivec2 size = imageSize(target);
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= size.x || at.y >= size.y)
        return;

    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (int i = -RADIUS; i <= RADIUS; ++i)
    {
        ivec2 tap = clamp(at + i * blur.direction, ivec2(0), size - 1);
        float weight = weights[abs(i)];
        sum += weight * texelFetch(source, tap, 0);
        total += weight;
    }
    imageStore(target, at, sum / total);
}
