#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
#define DEBUG(x)

void main() {
    color = vec4(uv, 0.0, 1.0);
    if (uv.x > 0.5) {
    }
    if (uv.y > 0.5)
        DEBUG(uv.y);
    else if (uv.y > 0.25)
        color.x = 1.0;
    else
        ;
    int i = 0;
    while (++i < 4);
    color.y = float(i);
}
