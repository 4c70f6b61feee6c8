#version 310 es
#extension GL_ANGLE_shader_pixel_local_storage : require
precision highp float;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE plane;
layout(binding = 1, r32f) uniform highp image2D image; // error: E0526
void main() { pixelLocalStoreANGLE(plane, pixelLocalLoadANGLE(plane)); }
