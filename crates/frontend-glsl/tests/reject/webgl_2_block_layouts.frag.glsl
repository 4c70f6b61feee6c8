#version 300 es
// options: webgl 2
precision mediump float;
layout(shared) uniform A { float a; }; // error: E0502
layout(packed) uniform B { float b; }; // error: E0502
layout(shared) uniform; // error: E0502
out vec4 color;
void main() { color = vec4(1.0); }
