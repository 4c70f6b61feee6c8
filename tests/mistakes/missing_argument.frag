// An argument is missing.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
vec3 shade(vec3 normal, float power) {
    return normal * power;
}
void main() {
    colour = vec4(shade(vec3(0.0, 1.0, uv.x)), 1.0);
}
