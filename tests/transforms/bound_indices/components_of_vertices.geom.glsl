#version 450
// passes: bound_indices
// vertices: 2
// input v: 1 2 3  4 5 6
// buffer Index: 0 3  1 2  7 -1
// expect buffer Result: 3 6 6
// without: undefined
// The arrays of vertices and within a vertex have lengths of their own.
layout(lines) in;
layout(points, max_vertices = 1) out;
layout(location = 0) flat in int v[][3];
layout(std430, binding = 0) buffer Index { ivec2 index[3]; };
layout(std430, binding = 1) buffer Result { int result[3]; };
void main() {
    for (int i = 0; i < 3; ++i) result[i] = v[index[i].x][index[i].y];
}
