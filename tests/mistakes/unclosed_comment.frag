// A comment is not closed.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    /* half of the red channel
    float red = uv.x * 0.5;
    colour = vec4(red);
}
