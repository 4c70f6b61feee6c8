// `==` for `=` in a declaration.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float x == 1.0;
    colour = vec4(x);
}
