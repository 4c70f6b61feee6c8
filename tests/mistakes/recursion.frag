// A function calls itself.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float factorial(float n) {
    return n < 1.0 ? 1.0 : n * factorial(n - 1.0);
}
void main() {
    colour = vec4(factorial(uv.x));
}
