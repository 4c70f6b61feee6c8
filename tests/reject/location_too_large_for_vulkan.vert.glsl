#version 450
// The components of locations are counted in 32 bits.
layout(location = 1048575) out vec4 a;
layout(location = 1048576) out vec4 b; // error: E0503
void main() { a = b = vec4(1.0); }
