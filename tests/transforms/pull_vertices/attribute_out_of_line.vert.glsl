#version 450
// passes: pull_vertices
// options: set pull_vertices.attributes=0:float32x4:0:2, set pull_vertices.buffers=0:16:vertex
// refused: attribute 0 is not aligned to 4 bytes
layout(location = 0) in vec4 corner;
void main() {
    gl_Position = corner;
}
