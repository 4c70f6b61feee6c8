#version 150
#extension GL_ARB_gpu_shader5 : require
vec4 f(vec4 x, out vec4 y) { y = x; return x; }
vec4 f(vec4 x, out ivec4 y) { y = ivec4(0); return x; }

void main() {
    vec4 y;
    gl_Position = f(ivec4(1), y) + y;
}
