#version 450
// client: vulkan
// A division by zero in #if is an error (3.3).
layout(location = 0) out vec4 o;
#if 1 / 0 // error
#endif
void main() { o = vec4(1.0); }
