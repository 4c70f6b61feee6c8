#version 450
// client: vulkan
// A type's name is declared once in a scope (4.2.2).
struct S { float a; };
struct S { int b; }; // error
layout(location = 0) out float o;
void main() { o = 1.0; }
