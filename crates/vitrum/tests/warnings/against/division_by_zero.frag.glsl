#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;
layout(constant_id = 0) const int divisor = 0;

void main() {
    int x = index.x / 2 + index.y / index.x + index.x / divisor;
    float y = float(index.x) / 0.0;
    color = vec4(float(x), y, 0.0, 1.0);
}
