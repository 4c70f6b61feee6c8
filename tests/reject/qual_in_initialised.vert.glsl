#version 450
// client: vulkan
// An input has no initialiser (4.3.4).
layout(location = 0) in vec4 p = vec4(1.0); // error
void main() { gl_Position = p; }
