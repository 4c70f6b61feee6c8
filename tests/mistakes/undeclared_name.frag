// A name is misspelt.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 position = vec3(uv, 1.0);
    colour = vec4(postion, 1.0);
}
