#version 300 es
#extension GL_EXT_blend_func_extended : require
precision mediump float;
layout(location = 0, index = 1) out ivec4 a;
layout(location = 0, index = 0) out uvec4 b; // error: E0518
void main() {}
