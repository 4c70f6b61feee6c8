// Comparisons form a chain.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    if (0.0 < uv.x < 1.0) colour = vec4(1.0);
}
