#version 300 es
// options: webgl 2
precision mediump float;
uniform float a;
float b = a; // error: E0417
out vec4 color;
void main() { color = vec4(b); }
