#version 310 es
#extension GL_EXT_shader_pixel_local_storage2 : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image pixel_local_0: r32 2x2 = 0x40003c00 0x40003c00 0x40003c00 0x40003c00
// image pixel_local_1: r32 2x2 = 0x4400bc00 0x4400bc00 0x4400bc00 0x4400bc00
// expect image pixel_local_0: 0x44004000 0x44004000 0x44004000 0x44004000
// expect image pixel_local_1: 0x4800c000 0x4800c000 0x4800c000 0x4800c000
// expect output color: 1.0 2.0 1.0 2.0 1.0 2.0 1.0 2.0
// without: undefined
precision highp float;
__pixel_localEXT Kept { layout(rgba16f) vec4 a; };
layout(location = 0, rg32f) out vec2 color;
void main() {
    color = a.xy;
    a *= 2.0;
}
