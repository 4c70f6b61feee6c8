#version 310 es
precision highp image2D;
layout(local_size_x = 1) in;
layout(binding = 0) uniform image2D no_format; // error: E0520
layout(binding = 0, rgba8) uniform image2D no_access; // error: E0520
layout(binding = 0, rgba8) writeonly uniform image2D image;
layout(binding = 1, r32f) uniform image2D both;
layout(r32f) uniform image2D no_binding;
layout(binding = 2, rg8) writeonly uniform image2D format; // error: E0520
layout(binding = 3, rgba8ui) writeonly uniform image2D kind; // error: E0520
layout(binding = 0) uniform atomic_uint counter;
uniform atomic_uint unbound; // error: E0503
void main() {
    vec4 a = imageLoad(image, ivec2(0)); // error: E0426
    imageStore(both, ivec2(0), vec4(0.0));
}
