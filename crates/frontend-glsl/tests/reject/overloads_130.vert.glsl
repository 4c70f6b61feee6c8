#version 130
// No conversion is better than another one before GLSL 4.00.
vec4 f(vec4 x, out vec4 y) { y = x; return x; }
vec4 f(vec4 x, out ivec4 y) { y = ivec4(0); return x; }
float g(float a, float b) { return a; }
float g(int a, float b) { return b; }

void main() {
    vec4 y;
    gl_Position = f(ivec4(1), y); // error: E0701
    gl_Position += f(vec4(1.0), y);
    gl_Position += g(1, 1); // error: E0701
    gl_Position += g(1, 1.0);
}
