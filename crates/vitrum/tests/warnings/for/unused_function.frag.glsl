#version 450
layout(location = 0) out vec4 color;

float unused(float x) { // warning: E1017
    return x;
}

void main() {
    color = vec4(1.0);
}
