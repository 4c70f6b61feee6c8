// `discard` is called like a function.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    if (uv.x < 0.1) discard();
    colour = vec4(1.0);
}
