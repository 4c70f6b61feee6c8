#version 300 es
// client: opengl
// A global initialiser is a constant expression in ES (4.3).
precision mediump float;
uniform float u;
float g = u * 2.0; // error
out vec4 o;
void main() { o = vec4(g); }
