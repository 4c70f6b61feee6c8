#version 450
// client: vulkan
// A shader's input cannot be bool (4.3.4).
layout(location = 0) in bool b; // error
void main() { gl_Position = vec4(b); }
