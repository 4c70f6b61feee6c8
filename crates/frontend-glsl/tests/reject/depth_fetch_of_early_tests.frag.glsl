#version 310 es
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
precision highp float;
layout(early_fragment_tests) in; // error: E0505
out vec4 color;
void main() {
    color = vec4(gl_LastFragDepthARM);
}
