#version 450
// passes: scalarize_interface
// vertices: 1
// input m: 1.0 2.0 3.0 4.0
// input m_0: 1.0 2.0
// input m_1: 3.0 4.0
// expect output gl_Position: 1.0 4.0 6.0 3.0
// without: same
layout(location = 0) in mat2 m;
layout(location = 0) out float weights[2];
void main() {
    for (int i = 0; i < 2; i++) weights[i] = float(i) + 5.0;
    if (m[0].x > 0.5) { gl_Position = vec4(m[0].x, m[1][gl_VertexIndex + 1], weights[1], m[1].x); return; }
    gl_Position = vec4(0.0);
}
