#version 450
// client: vulkan
// Mutual recursion is recursion (6.1).
layout(location = 0) in float v;
layout(location = 0) out float o;
float g(float x);
float f(float x) { return x > 1.0 ? g(x - 1.0) : x; }
float g(float x) { return f(x * 0.5); } // error
void main() { o = f(v); }
