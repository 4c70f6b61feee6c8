#version 450
// client: vulkan
layout(vertices = 3) out;
layout(location = 0) patch in float a; // error: E0501
layout(location = 0) patch out float b;
void main() { b = 1.0; }
