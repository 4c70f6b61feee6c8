#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    int x = index.x << 32; // warning: E1007
    int y = index.x >> -1; // warning: E1007
    ivec2 z = index << ivec2(1, 40); // warning: E1007
    x <<= 33u; // warning: E1007
    color = vec4(float(x), float(y), vec2(z));
}
