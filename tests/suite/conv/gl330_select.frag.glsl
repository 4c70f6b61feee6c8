#version 330 core
// client: opengl
// Optimised, a product with converted bools is a selection; `mix` of integers comes with GLSL 4.50.
// expect glsl: ivec2(
uniform bvec2 flags;
flat in ivec2 a;
out ivec2 product;
out ivec2 known;

void main() {
    product = ivec2(flags) * a;
    known = ivec2(flags.yx) * ivec2(-2147483647 - 1, 0);
}
