#version 450
layout(location = 0) out vec4 color;
float scale = 2.0;

float twice(float x) {
    return x * 2.0;
}

#define scale (scale * 2.0) // warning: E1023
#define twice(x) (twice(x) * 2.0) // warning: E1023

void main() {
    color = vec4(twice(scale));
}
