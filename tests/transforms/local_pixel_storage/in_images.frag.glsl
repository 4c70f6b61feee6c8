#version 320 es
#extension GL_EXT_shader_framebuffer_fetch : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image color_image: r32 2x2 = 0x00030201 0xff804020 0 0x01010101
// image flags_image: r32 2x2 = 0x80ff0102 0 1 0
// image count_image: r32 2x2 = 1 2 3 4
// expect image color_image: 0x00060402 0xffff8040 0 0x01010101
// expect image flags_image: 0x81000203 0x01010101 0x01010102 0
// expect image count_image: 2 3 4 4
// expect output seen: 2.0 3.0 4.0 _
// expect discarded: 0 0 0 1
// without: undefined
precision highp float;
layout(location = 0) inout vec4 color;
layout(location = 1) inout highp uint count;
layout(location = 3) inout highp ivec4 flags;
layout(location = 2) out float seen;
void more() { count += 1u; }
void main() {
    more();
    color *= 2.0;
    flags += 1;
    seen = float(count);
    if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0) discard;
    if (count > 100u) return;
}
