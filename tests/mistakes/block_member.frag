// A member of a block is misspelt.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform Settings {
    float exposure;
    vec3 tint;
} settings;
void main() {
    colour = vec4(settings.tnit * settings.exposure, uv);
}
