// `!` is used on an integer.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    int i = 3;
    if (!i) colour = vec4(1.0);
}
