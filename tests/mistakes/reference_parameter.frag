// A parameter is a reference, as in C++.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void f(float &x) { x = 2.0; }
void main() {
    float a = 1.0;
    f(a);
    colour = vec4(a);
}
