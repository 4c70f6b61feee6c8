#version 450
// passes: define_integer_arithmetic
// vertices: 3
// expect output q: 12 12 6
// without: undefined
layout(location = 0) flat out int q;
void main() {
    q = 12 / gl_VertexIndex;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
