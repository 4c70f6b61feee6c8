#version 300 es
#extension GL_EXT_YUV_target : require
#extension GL_OES_EGL_image_external_essl3 : require
// no glslang: Debian's does not know GL_EXT_YUV_target
// Sampling without conversion, conversion by a standard that is a constant, a variable or a parameter, and an output of YUV.
precision mediump float;
uniform __samplerExternal2DY2YEXT raw;
uniform samplerExternalOES converted;
uniform bool wide;
in vec2 at;
in vec3 projected;
layout(yuv) out vec4 color;

const yuvCscStandardEXT fixed_standard = itu_601_full_range;

vec3 through(vec3 yuv, yuvCscStandardEXT standard) {
    return rgb_2_yuv(yuv_2_rgb(yuv, standard) * 0.5, standard);
}

void main() {
    yuvCscStandardEXT standard = itu_709;
    if (wide) {
        standard = itu_601;
    }
    vec3 yuv = texture(raw, at).rgb + textureProj(raw, projected, 0.5).rgb;
    yuv += texelFetch(raw, ivec2(at), 0).rgb * vec3(textureSize(converted, 0), 1.0);
    yuv += rgb_2_yuv(texture(converted, at, 1.0).rgb, fixed_standard);
    color = vec4(through(yuv, standard), 1.0);
}
