#version 450
// Strides are multiples of 4 without outputs of 16 bits.
layout(location = 0, xfb_buffer = 0, xfb_stride = 6, xfb_offset = 0) out float x; // error: E0503

void main() { x = 1.0; }
