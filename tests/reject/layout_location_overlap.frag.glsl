#version 450
// client: vulkan
// Two inputs cannot share a location's components (4.4.1).
layout(location = 0) in vec4 a;
layout(location = 0) in vec4 b; // error
layout(location = 0) out vec4 o;
void main() { o = a + b; }
