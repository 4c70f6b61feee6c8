#version 300 es
#extension GL_EXT_YUV_target : require
precision mediump float;
layout(yuv, location = 0) out vec4 color; // error: E0501
struct S {
    yuvCscStandardEXT standard; // error: E0422
};
uniform yuvCscStandardEXT loose; // error: E0422
void main() {
    yuvCscStandardEXT standard = yuvCscStandardEXT(itu_601); // error
    bool same = itu_601 == itu_709; // error
    vec3 row = itu_601.y; // error
    vec3 none = rgb_2_yuv(vec3(1.0), 1); // error
}
