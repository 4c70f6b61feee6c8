#version 450
// client: vulkan
// A vec3 does not fit from component 2 (4.4.1).
layout(location = 0, component = 2) in vec3 a; // error
layout(location = 0) out vec4 o;
void main() { o = a.xyzx; }
