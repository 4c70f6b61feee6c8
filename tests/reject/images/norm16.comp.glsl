#version 310 es
#extension GL_NV_image_formats : require
layout(local_size_x = 1) in;
layout(rg16f) readonly uniform highp image2D a;
layout(rg16) readonly uniform highp image2D b; // error: E0520
layout(rgba16_snorm) readonly uniform highp image2D c; // error: E0520

void main() {}
