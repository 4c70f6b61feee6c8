#version 100
#extension GL_EXT_shader_framebuffer_fetch : require
// client: vulkan
// no glslang: Debian's does not know GL_EXT_shader_framebuffer_fetch
// expect spirv: InputAttachmentIndex 0
precision mediump float;
uniform float amount;

void main()
{
    gl_FragColor = mix(gl_LastFragData[0], vec4(1.0), amount);
}
