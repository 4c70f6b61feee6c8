#version 450
// client: vulkan
// A declaration has one storage qualifier (4.3).
layout(location = 0) in uniform vec4 v; // error
layout(location = 0) out vec4 o;
void main() { o = vec4(1.0); }
