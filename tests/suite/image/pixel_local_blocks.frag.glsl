#version 300 es
// expect ir: pixel_local block(std430)
// no glslang: it does not know the extension
#extension GL_EXT_shader_pixel_local_storage : require
precision highp float;
layout(rgba8) __pixel_localEXT;
__pixel_localEXT FragDataLocal {
    layout(rgb10_a2, r11f_g11f_b10f) mediump vec3 normal;
    highp vec4 color;
    layout(r32ui) __pixel_localEXT highp uint counts[2];
} gbuf;
in vec3 normal;
flat in int which;
void add(inout uint count) { count += 1u; }
void main() {
    gbuf.normal = normalize(normal);
    gbuf.color.xz *= 0.5;
    add(gbuf.counts[which]);
}
