#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
float global; // warning: E1015

void main() {
    float a; // warning: E1015
    float b = uv.x; // warning: E1015
    const int c = 1; // warning: E1015
    float d; // warning: E1015
    d = uv.y;
    color = vec4(uv, 0.0, 1.0);
}
