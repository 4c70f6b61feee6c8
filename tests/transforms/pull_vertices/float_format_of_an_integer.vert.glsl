#version 450
// passes: pull_vertices
// options: set pull_vertices.attributes=0:unorm8x4:0:0, set pull_vertices.buffers=0:4:vertex
// refused: the format of attribute 0 has components of `f32`, `number` of `i32`
layout(location = 0) in ivec4 number;
void main() {
    gl_Position = vec4(number);
}
