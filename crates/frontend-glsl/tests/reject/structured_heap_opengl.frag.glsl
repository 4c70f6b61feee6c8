#version 460
// client: opengl
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Block { uint x; } block; // error: E0516
void main() {}
