#version 450
// client: vulkan
// An unknown extension that is required is an error (3.3).
#extension GL_XX_not_there : require // error
layout(location = 0) out vec4 o;
void main() { o = vec4(1.0); }
