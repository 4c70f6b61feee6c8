#version 300 es
struct Plain { vec2 a; vec2 b; };
struct WithArray { vec2 a[2]; };
struct WithStruct { Plain a; };
out Plain plain;
out vec2 array[2];
out Plain structs[2]; // error: E0510
out WithArray with_array; // error: E0510
out WithStruct with_struct; // error: E0510
void main() {}
