#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image;
layout(binding = 1) uniform Block {
    float scale;
    float other;
};
layout(binding = 2) uniform sampler2D debug;

void main() {
    color = texture(image, vec2(scale));
#ifdef DEBUG
    color = texture(debug, vec2(scale));
#endif
}
