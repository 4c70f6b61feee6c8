#version 450
layout(location = 0) out vec2 o;

vec2 pair(float x) {
    return { x, x }; // error: E0200
}

void main() {
    o = pair(1.0);
}
