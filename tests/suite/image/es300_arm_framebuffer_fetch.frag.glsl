#version 300 es
#extension GL_ARM_shader_framebuffer_fetch : require
// client: vulkan
// no glslang: it does not know the extension
// The same beside an output of the author.
precision mediump float;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(gl_LastFragColorARM.rgb * 0.5, 1.0);
}
