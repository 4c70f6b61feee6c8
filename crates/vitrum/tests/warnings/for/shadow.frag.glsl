#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
float scale = 1.0;

float twice(float scale) { // warning: E1020
    return scale * 2.0;
}

void main() {
    float x = uv.x;
    for (int i = 0; i < 4; ++i) {
        float x = uv.y; // warning: E1020
        color.x += x;
    }
    color.y = twice(x) * scale;
}
