#version 450
// passes: flip_y
// vertices: 3
// input corner: 0.5 1.0  1.0 2.0  2.0 -4.0
// expect output gl_Position: 0.5 -1.0 0.25 1.0  0.0 0.0 0.25 1.0  2.0 4.0 0.25 1.0
// without: other
layout(location = 0) in vec2 corner;
void main() {
    if (gl_VertexIndex == 1) {
        gl_Position = vec4(0.0, 0.0, 0.25, 1.0);
        return;
    }
    gl_Position = vec4(corner, 0.25, 1.0);
}
