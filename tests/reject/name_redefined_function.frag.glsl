#version 450
// client: vulkan
// A function has one definition (6.1).
layout(location = 0) out float o;
float f(float x) { return x; }
float f(float y) { return y * 2.0; } // error
void main() { o = f(1.0); }
