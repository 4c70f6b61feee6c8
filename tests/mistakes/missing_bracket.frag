// The `]` of an index is missing.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float a[3];
    a[0 = 1.0;
    colour = vec4(a[0]);
}
