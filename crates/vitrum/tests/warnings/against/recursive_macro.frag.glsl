#version 450
layout(location = 0) out vec4 color;
float scale = 2.0;
#define scale scale
#define HALF(x) ((x) * 0.5)

void main() {
    color = vec4(scale + HALF(HALF(1.0)));
}
