#version 310 es
#extension GL_EXT_shader_pixel_local_storage : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image pixel_local_0: r32 2x2 = 0x400000ff 0x400000ff 0x400000ff 0x400000ff
// image pixel_local_1: r32 2x2 = 0x12348765 0x12348765 0x12348765 0xffff0000
// image pixel_local_2: r32 2x2 = 0x00000001 0xffffffff 0x00000001 0x00000001
// image pixel_local_3: r32 2x2 = 0xabcd0000 0xabcd0000 0xabcd0000 0xabcd0000
// expect image pixel_local_0: 0x7ff3fe00 0x7ff3fe00 0x7ff3fe00 0x400000ff
// expect image pixel_local_1: 0x87651234 0x87651234 0x87651234 0xffff0000
// expect image pixel_local_2: 0xfff00002 0xffffffff 0xfff00002 0x00000001
// expect image pixel_local_3: 0xffffabcd 0xffffabcd 0xffffabcd 0xabcd0000
// without: undefined
precision highp float;
precision highp int;
__pixel_localEXT Kept {
    layout(rgb10_a2) vec4 a;
    layout(rg16) vec2 b;
    layout(rgb10_a2ui) uvec4 c;
    layout(rg16ui) uvec2 d;
};
void main() {
    a = vec4(0.5, a.r, 2.0, a.a);
    b = b.yx;
    c += uvec4(1, c.g > 0u ? 0 : 0, 2000, 7);
    d = uvec2(d.y, 70000u);
    if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0) discard;
}
