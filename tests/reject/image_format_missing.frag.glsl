#version 450
// client: vulkan
// An image that is read needs a format (4.4.6).
layout(binding = 0) uniform image2D i; // error
layout(location = 0) out vec4 o;
void main() { o = imageLoad(i, ivec2(0)); }
