#version 450
// client: opengl
float a[];
uniform vec4 b[];
in float c[];
layout(location = 0) out vec4 color;
void main() {
    float d[];
    float e[];
    e[2] = 1.0;
    color = b[1] * (c[1] + e[2]);
}
