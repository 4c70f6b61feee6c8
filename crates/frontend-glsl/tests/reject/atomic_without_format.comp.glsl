#version 450
// client: vulkan
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) uniform uimage2D image;
layout(binding = 1, rgba8ui) uniform uimage2D colors;
void add(uimage2D parameter) {
    imageAtomicAdd(parameter, ivec2(0), 1u); // error: E0520
}
void main() {
    add(image);
    imageAtomicAdd(colors, ivec2(0), 1u); // error: E0520
}
