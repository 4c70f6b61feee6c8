#version 450
// client: vulkan
// A local size is at least one (4.4.1.4).
layout(local_size_x = 0) in; // error
layout(binding = 0) buffer B { float b; };
void main() { b = 1.0; }
