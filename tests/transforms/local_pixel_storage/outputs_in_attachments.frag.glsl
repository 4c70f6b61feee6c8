#version 320 es
#extension GL_EXT_shader_framebuffer_fetch : require
// passes: local_pixel_storage
// options: set local_pixel_storage.to=attachment
// image color.in: rgba32 2x2 = 1.0 2.0 3.0 4.0  5.0 6.0 7.0 8.0  0.0 0.0 0.0 0.0  9.0 9.0 9.0 9.0
// image flags.in: rgba32 2x2 = 1 2 3 4  5 6 7 8  0 0 0 0  9 9 9 9
// expect output color: 2.0 4.0 6.0 8.0  10.0 12.0 14.0 16.0  4*0.0  4*_
// expect output flags: 0 1 2 3  4 5 6 7  4*-1  4*_
// expect discarded: 0 0 0 1
// glsl: no, the input attachments are those of Vulkan, and the source is ESSL
// without: undefined
precision highp float;
layout(location = 0) inout vec4 color;
layout(location = 1) inout highp ivec4 flags;
void main() {
    color *= 2.0;
    flags -= 1;
    if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0) discard;
}
