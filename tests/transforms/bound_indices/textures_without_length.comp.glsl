#version 450
#extension GL_EXT_nonuniform_qualifier : require
// passes: bound_indices
// options: set bound_indices.resources=3
// image t[0]: r32 1x1 = 10
// image t[1]: r32 1x1 = 11
// image t[2]: r32 1x1 = 12
// buffer Index: 5 -1 1
// expect buffer Result: 12 12 11
// driver: no, lavapipe has no descriptor arrays without a length
// without: undefined
layout(binding = 0) uniform usampler2D t[];
layout(std430, binding = 8) buffer Index { int far; int below; int inside; };
layout(std430, binding = 9) buffer Result { uint result[3]; };
void main() {
    result[0] = texelFetch(t[far], ivec2(0), 0).x;
    result[1] = texelFetch(t[below], ivec2(0), 0).x;
    result[2] = texelFetch(t[inside], ivec2(0), 0).x;
}
