#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    int x = index.x / 0; // warning: E1006
    uint y = uint(index.y) % 0u; // warning: E1006
    ivec2 z = index / ivec2(1, 0); // warning: E1006
    x /= 0; // warning: E1006
    color = vec4(float(x), float(y), vec2(z));
}
