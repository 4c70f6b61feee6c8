// A `;` is missing behind a struct.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
struct Light {
    vec3 position;
    float power;
}

void main() {
    Light light = Light(vec3(0.0), 1.0);
    colour = vec4(light.position, light.power);
}
