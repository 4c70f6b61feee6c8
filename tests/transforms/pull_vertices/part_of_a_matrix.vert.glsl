#version 450
// passes: pull_vertices
// options: set pull_vertices.attributes=1:float32x2:0:0, set pull_vertices.buffers=0:8:vertex
// refused: attributes are given for a part of `matrix` only
layout(location = 0) in mat2 matrix;
void main() {
    gl_Position = vec4(matrix[0], matrix[1]);
}
