// The fault is in a macro within a macro.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
#define SQUARE(x) ((x) * (x))
#define LENGTH2(v) (SQUARE(v.x) + SQUARE(v.y) + SQUARE(v.z))
void main() {
    colour = vec4(LENGTH2(uv));
}
