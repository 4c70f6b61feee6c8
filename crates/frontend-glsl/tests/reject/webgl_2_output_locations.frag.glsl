#version 300 es
// options: webgl 2
precision mediump float;
layout(location = 0) out vec4 a;
out vec4 b; // error: E0525
void main() { a = b = vec4(1.0); }
