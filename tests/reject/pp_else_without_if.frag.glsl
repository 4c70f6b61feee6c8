#version 450
// client: vulkan
// #else belongs to an #if (3.3).
layout(location = 0) out vec4 o;
#else // error
void main() { o = vec4(1.0); }
