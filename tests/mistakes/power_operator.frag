// A power is written `**`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float x = uv.x ** 2.0;
    colour = vec4(x);
}
