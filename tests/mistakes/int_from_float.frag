// An `int` is initialised by a `float`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    int count = 1.5;
    colour = vec4(float(count));
}
