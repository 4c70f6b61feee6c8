#version 450
// passes: bound_indices
// options: set bound_indices.all=skip
// vertices: 3
// input v: 1.0 2.0  3.0 4.0  5.0 6.0
// input gl_Position: 1.0 0.0 0.0 1.0  2.0 0.0 0.0 1.0  3.0 0.0 0.0 1.0
// buffer Index: 0 2 3 -1
// expect buffer Result: 1.0 2.0 1.0  5.0 6.0 3.0  0.0 0.0 0.0  0.0 0.0 0.0
// without: undefined
layout(triangles) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in vec2 v[];
layout(std430, binding = 0) buffer Index { int index[4]; };
layout(std430, binding = 1) buffer Result { float result[12]; };
void main() {
    for (int i = 0; i < 4; ++i) {
        vec2 found = v[index[i]];
        result[3 * i] = found.x;
        result[3 * i + 1] = found.y;
        result[3 * i + 2] = gl_in[index[i]].gl_Position.x;
    }
}
