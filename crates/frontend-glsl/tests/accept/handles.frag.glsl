#version 450
#extension GL_ARB_bindless_texture : require
// client: opengl
// Handles of textures and images as values, and the resources that they name.
layout(bindless_sampler) uniform;
uniform sampler2D pictures[2];
layout(bound_sampler) uniform sampler2D bound;
layout(r32ui, bindless_image) uniform uimage2D counts;
flat in sampler2D given;
struct Pair {
    float weight;
    coherent image2D image;
};
uniform Block {
    Pair pair;
    samplerBuffer texels;
};
uniform uvec2 words;
in vec2 place;
layout(location = 0) out vec4 color;

int change(inout sampler2D s, sampler2D by) {
    s = by;
    return 1;
}

void main() {
    sampler2D copies[2] = pictures;
    sampler2D one = words.x > 3u ? given : bound;
    color = textureLod(one, place, float(change(one, copies[1])));
    color += texture(sampler2D(words), place) + texelFetch(texels, 2);
    imageStore(pair.image, ivec2(0), color);
    uimage2D held = counts;
    imageAtomicAdd(held, ivec2(0), uvec2(one).x);
}
