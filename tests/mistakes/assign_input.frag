// An input is assigned to.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    uv.y = 1.0 - uv.y;
    colour = vec4(uv, 0.0, 1.0);
}
