#version 300 es
#extension GL_ARM_shader_framebuffer_fetch : enable
precision mediump float;
out vec4 color;
void main() {
    gl_LastFragColorARM = vec4(1.0); // error: E0425
    color = gl_LastFragColorARM;
}
