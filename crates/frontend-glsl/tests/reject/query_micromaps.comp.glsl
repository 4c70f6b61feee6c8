#version 460
// client: vulkan
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
layout(local_size_x = 1) in;
layout(constant_id = 2) const bool gl_EnableOpacityMicromapEXT = false; // error: E0301
bool gl_EnableOpacityMicromapEXT = true; // error: E0301
const int gl_EnableOpacityMicromapEXT = 1; // error: E0301
const bool gl_EnableOpacityMicromapEXT = true;
layout(constant_id = 3) gl_EnableOpacityMicromapEXT; // error: E0301
void main() {}
