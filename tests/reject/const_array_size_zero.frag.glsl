#version 450
// client: vulkan
// An array has at least one element (4.1.9).
layout(location = 0) out float o;
float a[0]; // error
void main() { o = 1.0; }
