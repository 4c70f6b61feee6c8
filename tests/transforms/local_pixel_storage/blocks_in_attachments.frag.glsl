#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
// passes: local_pixel_storage
// options: set local_pixel_storage.to=attachment
// image pixel_local_0.in: rgba32 2x2 = 0xc0000000 0 0 0  0x000003ff 0 0 0  0x3ff00000 0 0 0  0x200ffc00 0 0 0
// image pixel_local_1.in: rgba32 2x2 = 0xfffffffe 0 0 0  0x00010002 0 0 0  0x80007fff 0 0 0  0 0 0 0
// expect output pixel_local_0: 0x781e03c0 0x000003c0 0x78000000 0x701e0000
// expect output pixel_local_1: 0x0102fffe 0xfffe0102 0x7f80807f 0
// glsl: no, the input attachments are those of Vulkan, and the source is ESSL
// without: other
precision highp float;
precision highp int;
__pixel_local_inEXT Before {
    layout(rgb10_a2) vec4 color;
    layout(rg16i) ivec2 step;
};
__pixel_local_outEXT After {
    layout(r11f_g11f_b10f) vec3 color;
    layout(rgba8i) ivec4 step;
} after;
void main() {
    after.color = color.rgb + color.a;
    after.step = ivec4(step, -step);
}
