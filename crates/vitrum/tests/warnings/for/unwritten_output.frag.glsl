#version 450
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 normal; // warning: E1019

void main() {
    color = vec4(1.0);
}
