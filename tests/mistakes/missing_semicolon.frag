// A `;` is missing behind a declaration.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 c = vec3(uv, 0.5)
    colour = vec4(c, 1.0);
}
