#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    float a = float(index.x);
    float b = 2 * 0.5;
    float c = 16777216;
    double d = index.y;
    color = vec4(a, b, c, float(d));
}
