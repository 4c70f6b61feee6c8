#version 450
// Sequences that end in textures, or in arrays of them.
layout(binding = 0) uniform sampler2D one;
layout(binding = 1) uniform sampler2D several[2];
layout(location = 0) out vec4 color;
void main() {
    color = texture((1, one), vec2(0.5)) + texture((1, several)[1], vec2(0.5));
}
