#version 430
// client: opengl
#extension GL_ARB_enhanced_layouts : require
layout(isolines) in;
layout(location = 1, component = 0) in vec2 a[];
layout(location = 1, component = 2) patch in vec2 b; // error: E0518
void main() { gl_Position = vec4(a[0], b); }
