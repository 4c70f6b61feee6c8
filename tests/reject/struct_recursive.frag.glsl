#version 450
// client: vulkan
// A struct cannot contain itself (4.1.8).
struct S
{
    float a;
    S next; // error
};
layout(location = 0) out float o;
void main() { o = 1.0; }
