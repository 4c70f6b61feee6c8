#version 310 es
#extension GL_EXT_shader_framebuffer_fetch : require
// client: vulkan
// no glslang: Debian's does not know GL_EXT_shader_framebuffer_fetch
// expect spirv: InputAttachmentIndex 2
// Outputs that begin with what is in the framebuffer.
precision mediump float;
precision highp int;
layout(location = 0) inout vec4 color;
layout(location = 1) inout highp ivec2 counts[2];
layout(location = 3) out float plain;

void main()
{
    color.rgb *= 0.5;
    counts[1] += counts[0];
    plain = color.a;
}
