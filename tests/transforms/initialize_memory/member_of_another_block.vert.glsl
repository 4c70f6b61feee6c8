#version 450
// passes: initialize_memory
// expect output a: 1.0
// expect output b: 0.0
// without: undefined
layout(location = 0) out A { float a; } x;
layout(location = 1) out B { float b; } y;
void main() {
    x.a = 1.0;
    if (gl_VertexIndex > 0) y.b = 2.0;
    gl_Position = vec4(0.0);
}
