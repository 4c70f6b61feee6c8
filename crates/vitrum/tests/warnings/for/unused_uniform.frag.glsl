#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image; // warning: E1018
layout(binding = 1) uniform Block { // warning: E1018
    float scale;
};
layout(binding = 2) uniform Named {
    float factor;
} named; // warning: E1018

void main() {
    color = vec4(1.0);
}
