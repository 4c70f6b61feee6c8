#version 450
// passes: bound_indices
// patch: 1
// buffer Index: 0 2 3 -1
// expect buffer Result: 1.0 0.0 0.0 0.0
// without: undefined
// The components of a vector are no vertices.
layout(triangles, point_mode) in;
layout(std430, binding = 0) buffer Index { int index[4]; };
layout(std430, binding = 1) buffer Result { float result[4]; };
void main() {
    if (gl_TessCoord.x > 0.5) {
        for (int i = 0; i < 4; ++i) result[i] = gl_TessCoord[index[i]];
    }
    gl_Position = vec4(gl_TessCoord, 1.0);
}
