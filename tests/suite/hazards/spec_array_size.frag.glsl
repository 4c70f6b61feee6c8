#version 450
// client: vulkan
// Hazard: a specialisation constant as the size of an array.
// expect ir: global @ring: array<f32, $N> private
// expect spirv: SpecId 3
// expect spirv: OpSpecConstantOp
layout(constant_id = 3) const int N = 5;
layout(location = 0) in float x;
layout(location = 0) out vec2 o;

float ring[N];
vec2 pairs[N - 1];

void main()
{
    float local[N * 2];
    for (int i = 0; i < N; ++i)
    {
        ring[i] = x * float(i);
        local[i] = ring[i] + 1.0;
        local[i + N] = ring[i] - 1.0;
    }
    for (int i = 0; i < pairs.length(); ++i)
        pairs[i] = vec2(ring[i], local[2 * i]);
    o = pairs[N - 2] + vec2(local[N], float(local.length()));
}
