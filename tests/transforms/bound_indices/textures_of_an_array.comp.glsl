#version 450
// passes: bound_indices
// image t[0]: r32 1x1 = 10
// image t[1]: r32 1x1 = 11
// image t[2]: r32 1x1 = 12
// image i[0]: r32 1x1 = 20
// image i[1]: r32 1x1 = 21
// buffer Index: 5 -1
// expect buffer Result: 12 12 21
// expect image i[0]: 20
// expect image i[1]: 99
// without: undefined
layout(binding = 0) uniform usampler2D t[3];
layout(binding = 1, r32ui) uniform uimage2D i[2];
layout(std430, binding = 8) buffer Index { int far; int below; };
layout(std430, binding = 9) buffer Result { uint result[3]; };
void main() {
    result[0] = texelFetch(t[far], ivec2(0), 0).x;
    result[1] = texelFetch(t[below], ivec2(0), 0).x;
    result[2] = imageLoad(i[far], ivec2(0)).x;
    imageStore(i[below], ivec2(0), uvec4(99));
}
