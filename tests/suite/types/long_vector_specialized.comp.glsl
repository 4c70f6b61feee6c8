#version 450
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Vectors whose numbers of components are specialised.
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint COUNT = 5;
#define VEC(T) vector<T, COUNT>
const VEC(float) ONES = VEC(float)(1.0);
layout(binding = 0) buffer Data { float data[]; };
shared VEC(float) sums;
VEC(float) twice(VEC(float) v) { return v + v; }
void main() {
    VEC(float) v = VEC(float)(data[0]);
    v = twice(v) * ONES - 3.0;
    v[1] = max(v, sqrt(v))[data.length()];
    VEC(uint) u = floatBitsToUint(v) + 1u;
    VEC(bool) b = greaterThan(v, ONES);
    v = mix(v, VEC(float)(u), b);
    sums = v;
    VEC(float16_t) h = VEC(float16_t)(sums);
    data[1] = dot(v, v) + float(h[v.length() - 1]) + float(any(b)) + float(u == u);
    vector<float, COUNT + 1> more = vector<float, COUNT + 1>(data[2]);
    data[2] = more[COUNT];
}
