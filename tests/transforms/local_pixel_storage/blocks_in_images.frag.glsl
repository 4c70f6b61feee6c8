#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image pixel_local_0: r32 2x2 = 0x00030201 0xff804020 0 0x01010101
// image pixel_local_1: r32 2x2 = 0x40003c00 0xbc00c000 0 0x7bff0001
// image pixel_local_2: r32 2x2 = 0xffff0001 0x00020003 0 0x7fff8000
// image pixel_local_3: r32 2x2 = 1 2 3 4
// expect image pixel_local_0: 0x00060402 0xffff8040 0 0x02020202
// expect image pixel_local_1: 0x40003c00 0xbc00c000 0 0x7bff0001
// expect image pixel_local_2: 0x00000003 0x00030005 0x00010002 0x7fff8002
// expect image pixel_local_3: 0x3c00 0x4000 0 0
// glsl: no, ESSL 3.00 has no images
// without: undefined
precision highp float;
precision highp int;
__pixel_localEXT Kept {
    layout(rgba8) vec4 color;
    layout(rg16f) vec2 offset;
    layout(rg16i) ivec2 step;
    layout(r32ui) uint bits;
} kept;
void twice(inout vec4 value) { value *= 2.0; }
void main() {
    twice(kept.color);
    kept.step += ivec2(2, 1);
    kept.bits = packHalf2x16(vec2(kept.offset.x > 0.0 && kept.bits < 4u ? kept.offset.x : 0.0, 0.0)) + uint(kept.offset.x < 0.0 ? 0x4000 : 0);
}
