#version 450
layout(location = 0) in float a;
layout(location = 0) out float o;

// GLSL 4.60 chapter 9: a list of declarators may begin with the type alone.
float, x = 1.0;

void main() {
    float, y = a;
    o = x + y;
}
