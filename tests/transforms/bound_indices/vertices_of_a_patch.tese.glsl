#version 450
// passes: bound_indices
// patch: 3
// input v: 1.5 2.5 3.5
// buffer Index: 2 3 4 -1
// expect buffer Result: 4*3.5
// without: undefined
layout(triangles, point_mode) in;
layout(location = 0) in float v[];
layout(std430, binding = 0) buffer Index { int index[4]; };
layout(std430, binding = 1) buffer Result { float result[4]; };
void main() {
    for (int i = 0; i < 4; ++i) result[i] = v[index[i]];
    gl_Position = vec4(gl_TessCoord, 1.0);
}
