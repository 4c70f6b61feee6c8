// The `(` of `max` is not closed.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float x = max(uv.x, uv.y * 2.0;
    colour = vec4(x);
}
