#version 450
layout(location = 0) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    int x = index.x << 31 | index.y >> 0 | index.x << index.y;
    ivec2 z = index << ivec2(1, 31);
    color = vec4(float(x), 0.0, vec2(z));
}
