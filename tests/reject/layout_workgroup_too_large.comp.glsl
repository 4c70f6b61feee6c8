#version 450
// The product of the sizes is a number of 32 bits.
layout(local_size_x = 65536, local_size_y = 65536) in; // error: E0503
void main() {}
