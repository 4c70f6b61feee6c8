// A built-in function has too many arguments.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    colour = vec4(clamp(uv.x, 0.0, 1.0, 2.0));
}
