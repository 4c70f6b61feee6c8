#version 450
// passes: bound_indices
// image t: r32 2x2 = 1 2 3 4
// image i: r32 2x1 = 5 6
// buffer Index: 4
// expect buffer Result: 7 19
// expect image i: 5 8
// without: undefined
layout(binding = 0) uniform usampler2D t;
layout(binding = 1, r32ui) uniform uimage2D i;
layout(std430, binding = 8) buffer Index { int count; };
layout(std430, binding = 9) buffer Result { uint result[2]; };
void main() {
    for (int k = 0; k < count; ++k) {
        result[0] += texelFetch(t, ivec2(k, 0), 0).x;
        if (k > 1) result[1] += imageLoad(i, ivec2(k, k)).x + texelFetch(t, ivec2(k - 3, k), 0).x;
    }
    for (int k = 1; k < count; ++k) imageAtomicAdd(i, ivec2(k, 0), 2u);
}
