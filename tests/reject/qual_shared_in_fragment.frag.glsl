#version 450
// client: vulkan
// shared belongs to compute shaders (4.3.8).
shared float s; // error
layout(location = 0) out float o;
void main() { o = 1.0; }
