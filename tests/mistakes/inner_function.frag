// A function is defined in a function.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float f(float x) { return x; }
    colour = vec4(f(uv.x));
}
