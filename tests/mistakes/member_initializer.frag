// A member of a struct is initialised.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
struct S { float a = 1.0; };
void main() {
    S s;
    colour = vec4(s.a);
}
