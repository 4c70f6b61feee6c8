#version 450
#extension GL_NV_shader_texture_footprint : require
layout(binding = 0) uniform sampler2D one;
layout(binding = 1) uniform sampler3D deep;
layout(binding = 2) uniform sampler2DArray layers;
layout(binding = 3) uniform sampler2DShadow shadow;
layout(location = 0) in vec3 place;
layout(location = 0) out vec4 color;
void main() {
    gl_TextureFootprint2DNV found;
    gl_TextureFootprint3DNV in_space;
    textureFootprintNV(one, place.xy, 1, true, in_space); // error: E0700
    textureFootprintNV(layers, place, 1, true, found); // error: E0700
    textureFootprintNV(shadow, place.xy, 1, true, found); // error: E0700
    textureFootprintNV(one, place, 1, true, found); // error: E0700
    textureFootprintNV(one, place.xy, 1, 2, found); // error: E0700
    textureFootprintLodNV(one, place.xy, 1.0, 1, true, found, 1.0); // error: E0700
    textureFootprintGradNV(deep, place, place, place, 1, true, in_space); // error: E0700
    color = vec4(found); // error: E0703
}
