#version 460
// client: vulkan
#extension GL_EXT_ray_query : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform rayQueryEXT query; // error: E0422
shared rayQueryEXT group[2]; // error: E0422
void main() {}
