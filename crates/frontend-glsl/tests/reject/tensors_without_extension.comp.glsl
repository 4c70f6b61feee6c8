#version 460
// client: vulkan
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform tensorARM<int, 1> t; // error: E0200
void main() {}
