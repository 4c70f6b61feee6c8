#version 450
layout(location = 0, index = 0) out vec4 a;
layout(location = 0, index = 1) out ivec4 b; // error: E0518
void main() {}
