#version 450
// passes: initialize_memory
// vertices: 3
// expect output a: 0.0 3.0 0.0
// expect output b: 0.0 0.0 2.0
// without: undefined
layout(location = 0) out Block { float a; float b; } block;
void main() {
    if (gl_VertexIndex == 1) block.a = 3.0;
    if (gl_VertexIndex == 2) block.b = 2.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
