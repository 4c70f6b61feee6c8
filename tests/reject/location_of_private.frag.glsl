#version 450
// client: vulkan
layout(location = 0, index = 0) vec4 c; // error
layout(location = 0) out vec4 o;
void main() { o = c; }
