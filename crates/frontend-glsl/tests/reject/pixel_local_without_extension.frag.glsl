#version 300 es
precision highp float;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE plane; // error: E0516
void main() {}
