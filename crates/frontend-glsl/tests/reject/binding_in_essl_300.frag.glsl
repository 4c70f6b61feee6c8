#version 300 es
precision highp float;
layout(binding = 0) uniform sampler2D texture; // error: E0516
layout(std140, binding = 1) uniform Block { vec4 member; }; // error: E0516
void main() {}
