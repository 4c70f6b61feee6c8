#version 450
layout(location = 0) out vec4 color;

void main() {
    int a = 2147483648; // warning: E1008
    int b = 2147483647 + 1; // warning: E1008
    const int c = 65536;
    int d = c * c; // warning: E1008
    int e = -2147483647 - 2; // warning: E1008
    color = vec4(ivec4(a, b, d, e));
}
