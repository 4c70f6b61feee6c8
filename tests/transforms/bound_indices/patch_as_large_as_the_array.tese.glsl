#version 450
// passes: bound_indices
// patch: 32
// input v: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
// buffer Index: 31 32
// expect buffer Result: 32 32
// without: undefined
layout(quads, point_mode) in;
layout(location = 0) in int v[];
layout(std430, binding = 0) buffer Index { int index[2]; };
layout(std430, binding = 1) buffer Result { int result[2]; };
void main() {
    for (int i = 0; i < 2; ++i) result[i] = v[index[i]];
    gl_Position = vec4(gl_TessCoord, 1.0);
}
