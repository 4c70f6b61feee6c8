// A variable is used behind its block.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    for (int i = 0; i < 3; i++) { float x = float(i); }
    colour = vec4(x);
}
