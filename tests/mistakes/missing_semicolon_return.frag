// A `;` is missing before a `}`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float half_of(float x) {
    return x * 0.5
}
void main() {
    colour = vec4(half_of(uv.x));
}
