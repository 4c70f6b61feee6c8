#version 310 es // error: E0113
// options: webgl 2
void main() {}
