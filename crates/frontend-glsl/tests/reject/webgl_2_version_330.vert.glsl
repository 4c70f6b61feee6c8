#version 330 // error: E0113
// options: webgl 2
void main() {}
