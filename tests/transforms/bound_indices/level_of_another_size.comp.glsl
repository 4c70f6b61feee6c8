#version 450
// passes: promote_variables, bound_indices
// image t: r32 4x4 levels 2 = 10 11 12 13  14 15 16 17  18 19 20 21  22 23 24 25  30 31 32 33
// buffer Index: 0 1 3 4
// expect buffer Result: 30 31 31 9
// without: undefined
// A coordinate below the size of the first level need not be below that of the second.
layout(binding = 0) uniform usampler2D t;
layout(std430, binding = 8) buffer Index { int index[4]; };
layout(std430, binding = 9) buffer Result { uint result[4]; };
void main() {
    for (int k = 0; k < 4; ++k) {
        int i = index[k];
        result[k] = 9u;
        if (uint(i) < uint(textureSize(t, 0).x)) result[k] = texelFetch(t, ivec2(i, 0), 1).x;
    }
}
