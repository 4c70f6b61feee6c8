// The condition of an `if` lacks parentheses.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    if uv.x > 0.5 { colour = vec4(1.0); }
}
