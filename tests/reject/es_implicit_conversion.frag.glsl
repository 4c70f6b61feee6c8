#version 300 es
// client: opengl
// ES has no implicit conversions.
precision mediump float;
in float v;
out vec4 o;
void main() {
    float x = v + 1; // error
    o = vec4(x);
}
