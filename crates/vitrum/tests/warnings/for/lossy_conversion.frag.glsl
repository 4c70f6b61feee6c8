#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    float a = index.x; // warning: E1024
    float b = 2.0 * index.y; // warning: E1024
    float c = 16777217; // warning: E1024
    float d = max(1.0, index.x); // warning: E1024
    color = vec4(a, b, c, d);
}
