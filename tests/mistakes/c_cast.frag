// A cast as in C.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    int count = (int)uv.x;
    colour = vec4(float(count));
}
