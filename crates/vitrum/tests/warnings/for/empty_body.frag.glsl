#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(uv, 0.0, 1.0);
    if (uv.x > 0.5); // warning: E1010
    {
        color.x = 1.0;
    }
    int i = 0;
    while (++i < 4); // warning: E1010
    {
        color.y = float(i);
    }
}
