// A position has three components.
#version 450
layout(location=0) in vec3 p;
void main() { gl_Position = p; }
