#version 300 es
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
__pixel_localEXT Kept { layout(r32f) float depth; };
layout(location = 0, rgba8) out vec4 color;
layout(location = 1) out vec4 other; // error: E0526
void main() { color = vec4(depth); other = color; depth = 1.0; }
