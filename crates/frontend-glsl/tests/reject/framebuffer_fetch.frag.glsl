#version 300 es
// client: opengl
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require
inout mediump vec4 color; // error: E0525
layout(noncoherent) inout mediump vec4 other;
void main() {
    other = gl_LastFragData[0]; // error: E0300
}
