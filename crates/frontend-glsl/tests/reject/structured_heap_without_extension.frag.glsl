#version 460
// client: vulkan
layout(heap_offset = 64) uniform Block { uint x; } block; // error: E0516
void main() {}
