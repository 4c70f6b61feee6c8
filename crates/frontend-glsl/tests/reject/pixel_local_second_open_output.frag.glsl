#version 300 es
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
layout(location = 0, rgba8) out vec4 color;
layout(location = 1, implementation_defined) out vec4 other; // error: E0526
void main() { color = other = vec4(1.0); }
