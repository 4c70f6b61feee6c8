// Two outputs have one location.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(location = 0) out vec4 glow;
void main() {
    colour = vec4(uv, 0.0, 1.0);
    glow = vec4(0.0);
}
