// The `{` of the `if` is not closed.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    colour = vec4(1.0);
    if (uv.x > 0.5) {
        colour = vec4(0.5);
}

float helper(float x) {
    return x * 2.0;
}
