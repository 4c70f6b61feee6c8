#version 300 es
// client: opengl
// double is reserved in ES.
precision mediump float;
out vec4 o;
void main() {
    double d = 1.0; // error
    o = vec4(1.0);
}
