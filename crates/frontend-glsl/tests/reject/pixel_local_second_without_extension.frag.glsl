#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
precision highp float;
precision highp int;
__pixel_localEXT Kept { layout(r32i) int a; }; // error: E0520
layout(location = 0, rgba8) out vec4 color; // error: E0501
layout(location = 1, rgb565) out vec3 other; // error: E0502
void main() { a = gl_MaxShaderCombinedLocalStorageSizeEXT; } // error: E0300
