#version 300 es
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
__pixel_localEXT Kept { // error: E0526
    layout(rgba32f) vec4 a;
    layout(r32f) float b;
};
void main() { a += b; }
