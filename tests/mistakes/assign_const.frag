// A constant is assigned to.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
const float PI = 3.14159;
void main() {
    PI = 3.0;
    colour = vec4(uv * PI, 0.0, 1.0);
}
