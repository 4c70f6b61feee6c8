#version 450
// client: vulkan
// Overloads may not differ in the return type alone (6.1).
layout(location = 0) out float o;
float f(float x) { return x; }
int f(float x) { return int(x); } // error
void main() { o = f(1.0); }
