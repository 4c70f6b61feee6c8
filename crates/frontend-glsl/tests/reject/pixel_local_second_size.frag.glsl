#version 310 es
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
__pixel_localEXT Kept { layout(rg32f) vec2 a; };
layout(location = 0, rgba8) out vec4 color;
layout(location = 1, rgba16f) out vec4 other; // error: E0526
void main() { a += 1.0; color = other = vec4(a, a); }
