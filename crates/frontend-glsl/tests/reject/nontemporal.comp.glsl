#version 460
// Memory that is not used again soon is passed to parameters that say so, and the word is that of an extension.
#extension GL_EXT_nontemporal_keyword : require
layout(local_size_x = 1) in;
layout(binding = 0, rgba8) uniform nontemporal image2D image;
layout(binding = 1) uniform nontemporal sampler2D texture_; // error: E0501

vec4 texel(readonly image2D from) { return imageLoad(from, ivec2(0)); }

void main()
{
    nontemporal float x = 1.0; // error: E0501
    imageStore(image, ivec2(1), texel(image) * x); // error: E0400
}
