#version 300 es
#extension GL_ANGLE_shader_pixel_local_storage : require
precision highp float;
layout(rgba8) uniform lowp pixelLocalANGLE unbound; // error: E0525
layout(binding = 0) uniform lowp pixelLocalANGLE formless; // error: E0520
layout(binding = 1, r32i) uniform lowp ipixelLocalANGLE wrong; // error: E0520
layout(binding = 2, rgba8) uniform lowp ipixelLocalANGLE unfit; // error: E0520
layout(binding = 3, rgba8) uniform lowp pixelLocalANGLE first;
layout(binding = 3, r32f) uniform lowp pixelLocalANGLE second; // error: E0518
layout(binding = 4) uniform sampler2D texture; // error: E0516
layout(std140, binding = 5) uniform Block { vec4 member; }; // error: E0516
layout(binding = 5, rgba8) uniform lowp pixelLocalANGLE many[2]; // error: E0422
struct Planes { lowp pixelLocalANGLE plane; }; // error: E0422
void f(lowp pixelLocalANGLE planes[2]) {} // error: E0422
void main() {}
