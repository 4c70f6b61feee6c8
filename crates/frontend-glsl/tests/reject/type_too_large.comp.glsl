#version 450
// Types and blocks of more bytes than the limit.
float plain[65536][65536]; // error: E0427
struct S { vec4 a[65536]; mat4 b[65536]; };
struct T { S s[1024]; }; // error: E0427
struct U { S s[300]; S t[300]; }; // error: E0427
layout(binding = 0) uniform sampler2D many[65535][65535]; // error: E0427
layout(std140, binding = 1) uniform B { float padded[32][16777216]; }; // error: E0427
layout(std430, binding = 2) buffer C { layout(offset = 4294967292u) int last; int beyond; }; // error: E0427
layout(std430, binding = 3) buffer D { layout(align = 2147483648u) int a; int b; layout(align = 2147483648u) int c; int d; }; // error: E0427
void main() {}
