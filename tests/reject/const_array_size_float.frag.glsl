#version 450
// client: vulkan
// An array's size is an integer (4.1.9).
layout(location = 0) out float o;
float a[2.0]; // error
void main() { o = 1.0; }
