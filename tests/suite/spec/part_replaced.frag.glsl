#version 450
// client: vulkan
// Optimised, a vector that depends on a specialisation constant has components replaced.
layout(constant_id = 3) const int N = 3;
layout(location = 0) out uvec4 o;

void main() {
    uvec4 v = uvec4(64u) >> (N & 7);
    v.x = 0u;
    v.z = uint(N);
    o = v;
}
