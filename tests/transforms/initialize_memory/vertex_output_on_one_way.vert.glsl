#version 450
// passes: initialize_memory
// vertices: 3
// expect output a: 0.0 0.0  0.0 1.0  0.0 2.0
// expect output gl_Position: 0.0 0.0 0.0 1.0
// without: undefined
layout(location = 0) out vec2 a;
void main() {
    if (gl_VertexIndex > 0) a.y = float(gl_VertexIndex);
    gl_Position.w = 1.0;
}
