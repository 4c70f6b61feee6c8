#version 450
// passes: bound_indices
// buffer Data: 3
// expect buffer Result: 6 13
// without: undefined
layout(constant_id = 0) const uint COUNT = 4u;
layout(std430, binding = 0) buffer Data { uint more; };
layout(std430, binding = 1) buffer Result { uint r[2]; };
void main() {
    uint a[COUNT];
    for (uint i = 0u; i < COUNT; ++i) a[i] = i;
    uint sum = 0u, far = 0u;
    for (uint i = 0u; i < COUNT; ++i) sum += a[i];
    // One beyond: the last element counts twice and more.
    for (uint i = 0u; i <= COUNT; ++i) far += a[i];
    for (uint i = 0u; i < COUNT; ++i) if (i + more > 5u) far += a[i + more] + 1u;
    r[0] = sum;
    r[1] = far;
}
