// `return` is misspelt before a value.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float f(float x) {
    retrun x * 2.0;
}
void main() { colour = vec4(f(uv.x)); }
