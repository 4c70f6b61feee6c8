#version 450
// passes: promote_variables, bound_loops
// buffer Data: 0xffffffff 0x7fffffff 5
// expect buffer Result: 31 30 3 4
// without: limit
layout(std430, binding = 0) buffer Data { uint n; int m; uint k; };
layout(std430, binding = 1) buffer Result { int r[4]; };
void main() {
    uint last = n, few = k;
    int most = m;
    // Behind 2^31, the counter would be 0 for ever.
    for (uint d = 1u; d < last; d <<= 1) r[0] += 1;
    for (int d = 1; d <= most; d *= 2) r[1] += 1;
    for (uint d = 1u; d < few; d <<= 1) r[2] += 1;
    // It is 1, 8, 64 and 512.
    for (uint d = 1u; d <= 1000u + few; d *= 8u) r[3] += 1;
}
