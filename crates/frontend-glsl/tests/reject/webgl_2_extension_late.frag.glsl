#version 300 es
// options: webgl 2 GL_EXT_conservative_depth
precision mediump float;
#extension GL_EXT_conservative_depth : enable // error: E0116
out vec4 color;
void main() { color = vec4(1.0); }
