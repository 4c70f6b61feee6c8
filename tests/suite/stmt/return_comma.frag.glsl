#version 450
layout(location = 0) in float a;
layout(location = 0) out float o;

// GLSL 4.60 chapter 9: an expression, which may have commas, is returned.
float second(float x, float y) {
    return x, y;
}

void main() {
    o = second(a, 2.0 * a);
}
