// Two values stand in a row.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float x = 1.0 0.5;
    colour = vec4(x * uv.x);
}
