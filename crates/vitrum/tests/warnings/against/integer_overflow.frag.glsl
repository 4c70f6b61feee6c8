#version 450
layout(location = 0) out vec4 color;

void main() {
    int a = -2147483648;
    int b = 0xffffffff;
    uint c = 4294967295u + 1u;
    int d = 46340 * 46340;
    color = vec4(float(a), float(b), float(c), float(d));
}
