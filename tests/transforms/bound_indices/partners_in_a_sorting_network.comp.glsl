#version 450
// passes: bound_indices
// buffer Data: 9
// buffer Result: 5 3 8 1 7 2 6 4 0 0 0 0
// expect buffer Result: 1 2 3 4 5 6 7 8 0 0 0 4
// without: undefined
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint n; };
layout(std430, binding = 1) buffer Result { uint a[8]; uint b[4]; };
shared uint s[8];
void main() {
    uint t = gl_LocalInvocationID.x;
    s[t] = a[t];
    s[t + 4u] = a[t + 4u];
    for (uint k = 2u; k <= 8u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1) {
            barrier();
            // Both partners are in bounds, whatever the distance up to 4 is.
            uint i = 2u * t - (t & (j - 1u));
            uint x = s[i], y = s[i + j];
            if ((x > y) == ((i & k) == 0u)) {
                s[i] = y;
                s[i + j] = x;
            }
        }
    barrier();
    a[t] = s[t];
    a[t + 4u] = s[t + 4u];
    // A distance of 9 leads out of the array: each takes the last one.
    atomicAdd(b[2u * t - (t & (n - 1u)) + n], 1u);
}
