#version 460
// client: vulkan
#extension GL_EXT_opacity_micromap_ray_query_mode : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uint enabled; };
void store() { enabled = uint(gl_EnableOpacityMicromapEXT); }
layout(constant_id = 2) gl_EnableOpacityMicromapEXT; // error: E0301
void main() { store(); }
