#version 450
layout(local_size_x = 4) in;
layout(std430) shared; // error: E0501
shared Block { int x; }; // error: E0516
void main() {}
