#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
precision highp float;
precision highp int;
struct S { float x; };
layout(rgba8ui) __pixel_localEXT FragDataLocal { // error: E0526
    layout(r11f_g11f_b10f) mediump float normal; // error: E0520
    layout(rgb10_a2ui) mediump vec4 color; // error: E0520
    layout(rgba32f) vec4 wide; // error: E0520
    uint flags; // error: E0520
    layout(r32f) S inner; // error: E0520
    layout(r32ui, location = 1) uint placed; // error: E0501
    layout(rgba8, r32ui) uint last;
};
void main() { last = 1u; }
