// `%` is used on floats.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float stripe = uv.x % 0.25;
    colour = vec4(stripe);
}
