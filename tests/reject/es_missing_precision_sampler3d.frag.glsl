#version 300 es
// client: opengl
// sampler3D has no default precision in ES (4.5.4).
precision mediump float;
uniform sampler3D s; // error
out vec4 o;
void main() { o = vec4(1.0); }
