// `main` is misspelt.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void mian() {
    colour = vec4(1.0);
}
