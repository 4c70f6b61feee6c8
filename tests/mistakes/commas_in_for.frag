// The head of the `for` has `,` for `;`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float sum = 0.0;
    for (int i = 0, i < 4, i++) {
        sum += uv.x;
    }
    colour = vec4(sum);
}
