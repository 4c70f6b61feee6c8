#version 450
// All declarations of a function have one wish about its calls, and the names of attributes are no others.
#extension GL_EXT_function_control_attributes : require
layout(location = 0) out vec4 color;

[[inline, noinline]] int both(int x) { return x; } // error: E0608
[[inline]] int other(int x);
[[noinline]] int other(int x) { return x; } // error: E0608
int inline; // error: E0302

void main() { color = vec4(0.0); }
