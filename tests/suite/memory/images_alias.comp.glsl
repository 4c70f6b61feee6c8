#version 450
// client: vulkan
// Images of one format may be the same image, and a volatile read of one is made whoever wants it.
// expect optimized ir: image_read.volatile
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) uniform uimage2D one;
layout(binding = 1, r32ui) uniform uimage2D many[2];
layout(binding = 3, r32ui) uniform volatile uimage2D said;
layout(binding = 4, r32ui) uniform uimageBuffer texels;
layout(std430, binding = 5) buffer O { uint o[6]; };

void look() { imageLoad(said, ivec2(1)); }

void main()
{
    imageStore(one, ivec2(0), uvec4(1u));
    imageStore(many[0], ivec2(0), uvec4(2u));
    o[0] = imageLoad(one, ivec2(0)).x;
    imageStore(many[1], ivec2(0), uvec4(3u));
    o[1] = imageLoad(many[0], ivec2(0)).x;
    imageLoad(said, ivec2(0));
    look();
    o[2] = 4u;
    imageAtomicAdd(texels, 2, 5u);
    o[3] = o[2] + imageLoad(texels, 2).x;
}
