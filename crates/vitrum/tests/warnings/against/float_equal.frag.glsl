#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) flat in ivec2 index;
layout(location = 0) out vec4 color;

void main() {
    bool a = index.x == index.y;
    bool b = abs(uv.x - uv.y) < 1e-4;
    bool is_nan = uv.x != uv.x;
    color = vec4(a, b, is_nan, 1.0);
}
