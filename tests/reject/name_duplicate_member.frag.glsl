#version 450
// client: vulkan
// Members of one struct have different names (4.1.8).
struct S { float a; int a; }; // error
layout(location = 0) out float o;
void main() { o = 1.0; }
