#version 450
// client: vulkan
// Members of a struct have no storage qualifiers (4.1.8).
struct S
{
    uniform float a; // error
};
layout(location = 0) out float o;
void main() { o = 1.0; }
