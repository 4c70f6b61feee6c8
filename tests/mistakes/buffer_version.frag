// Storage buffers came with a later version.
#version 330 core
out vec4 colour;
layout(std430) buffer Lights {
    vec4 lights[];
};
void main() {
    colour = lights[0];
}
