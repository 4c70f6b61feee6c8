#version 450
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
fcoopmatNV<32, 3, 8, 8> m;
ucoopmatNV<32, 3, 8, 8> n; // error: E0200
void main() {}
