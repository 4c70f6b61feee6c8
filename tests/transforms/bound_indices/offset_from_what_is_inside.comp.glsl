#version 450
// passes: promote_variables, bound_indices
// image t: r32 4x1 = 10 11 12 13
// buffer Index: 0 2 3
// expect buffer Result: 11 13 13
// without: undefined
// A coordinate below the size is not below it with an offset.
layout(binding = 0) uniform usampler2D t;
layout(std430, binding = 8) buffer Index { int index[3]; };
layout(std430, binding = 9) buffer Result { uint result[3]; };
void main() {
    for (int k = 0; k < 3; ++k) {
        int i = index[k];
        if (uint(i) < uint(textureSize(t, 0).x)) result[k] = texelFetchOffset(t, ivec2(i, 0), 0, ivec2(1, 0)).x;
    }
}
