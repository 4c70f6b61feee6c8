#version 450
// client: vulkan
// A fragment output cannot be a matrix (4.3.6).
layout(location = 0) out mat2 o; // error
void main() { o = mat2(1.0); }
