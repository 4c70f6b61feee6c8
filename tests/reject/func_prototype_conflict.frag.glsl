#version 450
// client: vulkan
// A prototype and its definition have the same qualifiers (6.1).
layout(location = 0) out float o;
void f(in float x);
void f(out float x) { x = 1.0; } // error
void main() { f(o); }
