// A member of a uniform block is assigned to.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform Settings {
    float exposure;
    vec3 tint;
} settings;
void main() {
    settings.exposure = 2.0;
    colour = vec4(settings.tint * settings.exposure, 1.0);
}
