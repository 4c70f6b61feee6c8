#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    bool a = uv.x == uv.y; // warning: E1009
    bool b = uv.x != 0.3; // warning: E1009
    bool c = uv == vec2(1.0); // warning: E1009
    color = vec4(a, b, c, 1.0);
}
