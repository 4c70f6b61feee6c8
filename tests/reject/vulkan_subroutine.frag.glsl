#version 450
// client: vulkan
// Subroutines do not exist in Vulkan GLSL.
subroutine vec4 pick(float x); // error
layout(location = 0) out vec4 o;
void main() { o = vec4(1.0); }
