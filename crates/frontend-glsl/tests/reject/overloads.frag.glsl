#version 450
#define D(a, b, c, d) float f(a, b, c, d, float); float f(a, b, c, d, vec2); float f(a, b, c, d, vec3); float f(a, b, c, d, vec4);
#define C(a, b, c) D(a, b, c, float) D(a, b, c, vec2) D(a, b, c, vec3) D(a, b, c, vec4)
#define B(a, b) C(a, b, float) C(a, b, vec2) C(a, b, vec3) C(a, b, vec4)
#define A(a) B(a, float) B(a, vec2) B(a, vec3) B(a, vec4)
A(float) A(vec2) A(vec3) A(vec4)
float f(float); // error: E0711

void main() {}
