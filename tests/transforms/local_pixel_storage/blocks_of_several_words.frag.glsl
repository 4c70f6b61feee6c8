#version 310 es
#extension GL_EXT_shader_pixel_local_storage2 : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image pixel_local_0: r32 2x2 = 0x3f800000 0x40000000 0 0x40400000
// image pixel_local_1: r32 2x2 = 0xbf800000 0xc0000000 0 0xc0400000
// image pixel_local_2: r32 2x2 = 0x00020001 0x00020001 0 0xffff0001
// image pixel_local_3: r32 2x2 = 0x80007fff 0x00040003 0 0x00010001
// expect image pixel_local_0: 0xbf800000 0xc0000000 0x00000000 0xc0400000
// expect image pixel_local_1: 0x40000000 0x40400000 0x3f800000 0x40800000
// expect image pixel_local_2: 0x00010002 0x00010002 0x00000001 0x00010000
// expect image pixel_local_3: 0x7fff8000 0x00030004 0x00000000 0x00010001
// without: undefined
precision highp float;
precision highp int;
__pixel_localEXT Kept {
    layout(rg32f) vec2 a;
    layout(rgba16i) ivec4 b;
};
void main() {
    a = vec2(a.y, a.x + 1.0);
    b = ivec4(b.y + (b.x == 0 || b.y < 0 ? 1 : 0), b.x, b.w, b.z);
}
