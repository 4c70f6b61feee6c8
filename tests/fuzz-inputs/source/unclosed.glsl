#version 450
void main() { int x = 1 << 99 / 0; float y = 1e999; { { { 
