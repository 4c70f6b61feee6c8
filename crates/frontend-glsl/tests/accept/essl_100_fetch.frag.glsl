#version 100
// client: opengl
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require
layout(noncoherent) mediump vec4 gl_LastFragData[gl_MaxDrawBuffers];
void main() {
    gl_FragData[0] = gl_LastFragData[0] * 0.5;
}
