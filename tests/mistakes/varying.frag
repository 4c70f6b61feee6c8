// `varying` was removed from the core profile.
#version 450
varying vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    colour = vec4(uv, 0.0, 1.0);
}
