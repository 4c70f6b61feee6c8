#version 320 es
layout(triangles) in;
struct Plain { vec2 a; vec2 b; };
struct WithArray { vec2 a[2]; };
in Plain structs[];
in vec2 arrays[][2];
in Plain nested[][2]; // error: E0510
in WithArray with_array[]; // error: E0510
patch in vec4 array[2];
patch in Plain patches[2]; // error: E0510
void main() {}
