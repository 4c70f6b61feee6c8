// `float` is misspelt, and the variable is used later.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    flaot shade = uv.x * 0.5;
    shade += uv.y;
    colour = vec4(shade);
}
