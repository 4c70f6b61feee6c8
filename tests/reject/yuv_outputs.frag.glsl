#version 300 es
#extension GL_EXT_YUV_target : require
precision mediump float;
layout(yuv) out vec4 color; // error: E0501
void main() {
    color = vec4(1.0);
    gl_FragDepth = 0.5;
}
