#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float first(float x, float, float _z, float w) {
#ifdef DEBUG
    return w;
#endif
    return x;
}

void main() {
    color = vec4(first(uv.x, uv.y, 1.0, 2.0));
}
