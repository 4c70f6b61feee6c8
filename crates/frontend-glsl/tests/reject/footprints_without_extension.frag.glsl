#version 450
layout(binding = 0) uniform sampler2D one;
layout(location = 0) in vec3 place;
gl_TextureFootprint2DNV found; // error: E0300
void main() {
    textureFootprintNV(one, place.xy, 1, true, found);
}
