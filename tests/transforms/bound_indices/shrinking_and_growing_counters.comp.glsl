#version 450
// passes: bound_indices
// buffer Data: 3
// buffer Result: 1 2 3 4 5 6 7 8 0 0 0 0
// expect buffer Result: 36 20 10 12 5 6 7 8 10 1 2 103
// without: undefined
layout(std430, binding = 0) buffer Data { uint t; };
layout(std430, binding = 1) buffer Result { uint a[8]; uint b[4]; };
void main() {
    for (uint k = 0u; k < 4u; ++k) b[k] = k;
    b[0] = 10u;
    // Below the counter, each sum is an index.
    for (uint cut = 4u; cut > 0u; cut >>= 1)
        for (uint k = 0u; k < cut; ++k) a[k] += a[k + cut];
    // It grows out of the array, and the last element is added to in its place.
    for (uint cut = 1u; cut < 9u; cut <<= 1)
        if (t < 9u) b[cut + t] += 25u;
}
