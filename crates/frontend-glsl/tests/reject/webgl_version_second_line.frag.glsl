// options: webgl 2
#version 300 es // error: E0112
precision mediump float;
out vec4 color;
void main() { color = vec4(1.0); }
