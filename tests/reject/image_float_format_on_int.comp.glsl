#version 450
// client: vulkan
// The format must suit the image's basic type (4.4.6).
layout(local_size_x = 1) in;
layout(binding = 0, rgba32f) uniform iimage2D i; // error
void main() { imageStore(i, ivec2(0), ivec4(1)); }
