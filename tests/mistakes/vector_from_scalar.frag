// A vector is initialised by a scalar.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 c = 1.0;
    colour = vec4(c, 1.0);
}
