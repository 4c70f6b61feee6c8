#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float twice(float x) {
    return x * 2.0;
}

void main() {
    for (int i = 0; i < 4; ++i) {
        float x = uv.y;
        color.x += x;
    }
    for (int i = 0; i < 4; ++i) {
        float x = uv.x;
        color.x += x;
    }
    float dot = twice(uv.x);
    color.y = dot;
}
