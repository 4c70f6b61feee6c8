#version 450
// client: vulkan
// #error stops the compilation with its text (3.3).
layout(location = 0) out vec4 o;
#ifndef MODE
#error "MODE is not defined" // error
#endif
void main() { o = vec4(1.0); }
