#version 300 es
#extension GL_OES_EGL_image_external_essl3 : require
// passes: lower_external_textures
// image ext: r32 4x2 clamp = 0.2 0.4 0.6 0.8 0.3 0.5 0.7 0.9
// image ext_plane1: rg32 2x1 clamp = 0.5 0.4 0.25 0.6
// buffer ext_params: 1.0 1.0 1.0 0.0 0.0 -0.25 2.0 0.0 1.5 -0.5 0.0 0.0 -0.75 0.375 -1.0 0.0 0.5 0.25 0.0 0.0 0.25 0.5 0.25 0.0 0.25 0.25 0.75 0.0 2.0 1.0 0.0 0.5 0.1 0.0 0.0 0.0 0.5 1.0 0.0 2.0 0.04 0.0 0.0 0.0 0.5 0.0 0.0 0.0 0.0 1.0 0.0 0.0 0.25 0.0 0.0 0.0 1.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0 1.0 0.0 0.0 0.0 0.125 0.125 0.875 0.875 0.25 0.25 0.75 0.75 0.5 0.5 4 2 2 1
// expect output color: 0.349106 0.396074 0.413068 1.000000  0.614442 0.575068 0.318259 1.000000  0.446514 0.494343 0.512957 1.000000  0.705807 0.666673 0.396124 1.000000
// expect output texel: 0.349106 0.396074 0.413068 1.000000  0.614442 0.575068 0.318259 1.000000  0.446514 0.494343 0.512957 1.000000  0.705807 0.666673 0.396124 1.000000
// expect output size: 4 2
// tolerance: 1e-4
// without: other
precision highp float;
uniform samplerExternalOES ext;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 texel;
layout(location = 2) out ivec2 size;
vec4 read(samplerExternalOES s, vec2 at) { return texture(s, at); }
void main() {
    color = read(ext, gl_FragCoord.xy / 2.0);
    texel = texelFetch(ext, ivec2(gl_FragCoord.xy), 0);
    size = textureSize(ext, 0);
}
