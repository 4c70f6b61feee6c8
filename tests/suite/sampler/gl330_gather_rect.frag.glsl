#version 330
#extension GL_ARB_gpu_shader5 : require
// client: opengl
// Gathers of rectangles come with GL_ARB_gpu_shader5, not with GL_ARB_texture_gather, which has all other short ones.

uniform sampler2DRect image;
in vec2 place;
out vec4 color;

void main() {
    color = textureGather(image, place) + textureGatherOffset(image, place, ivec2(1));
}
