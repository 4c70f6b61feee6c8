#version 100
#extension GL_EXT_draw_buffers : enable
precision mediump float;
void main() {
    gl_FragData[1] = vec4(0.0);
    gl_FragData[gl_MaxDrawBuffers] = vec4(0.0); // error: E0406
}
