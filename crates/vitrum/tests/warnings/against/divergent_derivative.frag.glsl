#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block {
    int count;
    bool on;
};

float width(float x) {
    return fwidth(x);
}

void main() {
    color = vec4(1.0);
    if (uv.x < 0.1) {
        discard;
    }
    if (on) {
        color.x = dFdx(uv.y);
    }
    for (int i = 0; i < count; ++i) {
        color.y += width(uv.x * float(i));
    }
}
