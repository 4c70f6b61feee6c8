#version 150
#extension GL_ARB_shader_image_load_store : require
layout(rgba32f) coherent uniform image2D a;
layout(rgba32f) readonly uniform image2D b;
layout(rgba32f) writeonly uniform image2D c;
layout(rgba32f) volatile uniform image2D d;
layout(rgba32f) restrict uniform image2D e;

void plain(image2D image) {}
void kept(coherent restrict image2D image) {}

void main() {
    kept(a);
    plain(a); // error: E0400
    plain(b); // error: E0400
    plain(c); // error: E0400
    plain(d); // error: E0400
    plain(e); // error: E0400
    int image2DShadow; // error: E0008
}
