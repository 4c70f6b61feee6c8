// A variable is called.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float noise = uv.x * 0.5;
    colour = vec4(noise(uv.y));
}
