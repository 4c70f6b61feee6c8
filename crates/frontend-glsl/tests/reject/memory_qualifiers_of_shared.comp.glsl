#version 450
// Memory qualifiers are for images and buffers (GLSL 4.60 section 4.10).
layout(local_size_x = 1) in;
volatile shared float a[32]; // error: E0501
coherent shared float b; // error: E0501
volatile buffer B { float c; };
void main() {}
