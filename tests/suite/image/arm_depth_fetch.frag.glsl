#version 300 es
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
// client: vulkan
// no glslang: it does not know the extension
// Depth and stencil of the framebuffer (GL_ARM_shader_framebuffer_fetch_depth_stencil).
// expect spirv: OpDepthAttachmentReadEXT
// expect spirv: OpStencilAttachmentReadEXT
precision mediump float;
mediump int gl_LastFragStencilARM;
in float depth;
out vec4 color;

void main()
{
    color = vec4(smoothstep(0.0, 0.1, gl_LastFragDepthARM - depth));
    if ((gl_LastFragStencilARM & 1) != 0) color.a = 1.0;
}
