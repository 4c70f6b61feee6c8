#version 300 es
// client: opengl
// ES 3.00 has no arrays of arrays (4.1.9).
precision mediump float;
out vec4 o;
void main() {
    float a[2][2]; // error
    o = vec4(1.0);
}
