// `=` for `==` in a condition.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    int mode = int(uv.x * 4.0);
    if (mode = 2) {
        colour = vec4(1.0);
    }
}
