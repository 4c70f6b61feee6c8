#version 330
#extension GL_ARB_gpu_shader5 : require
// client: opengl
// GL_ARB_gpu_shader5 brings gathers from rectangle textures; GL_ARB_texture_gather does not.

uniform sampler2DRect image;
in vec2 place;
out vec4 color;

void main() {
    color = textureGather(image, place) + textureGatherOffset(image, place, ivec2(1));
}
