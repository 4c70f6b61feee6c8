// `&&` is used on integers.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    int flags = int(uv.x * 8.0);
    if (flags && 4) {
        colour = vec4(1.0);
    }
}
