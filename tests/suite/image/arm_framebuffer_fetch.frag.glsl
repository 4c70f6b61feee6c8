#version 100
#extension GL_ARM_shader_framebuffer_fetch : require
// client: vulkan
// no glslang: it does not know the extension
// expect spirv: InputAttachmentIndex 0
precision mediump float;
highp vec4 gl_LastFragColorARM;
uniform float amount;

void main()
{
    gl_FragColor = mix(gl_LastFragColorARM, vec4(1.0), amount);
}
