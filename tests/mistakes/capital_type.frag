// A type is written with a capital.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    colour = Vec4(1.0);
}
