#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float width(float x) {
    return fwidth(x); // warning: E1012
}

void main() {
    color = vec4(1.0);
    if (uv.x > 0.5) {
        color.x = dFdx(uv.y); // warning: E1012
    }
    for (int i = 0; i < int(uv.y); ++i) {
        color.y += width(uv.x * float(i));
    }
}
