#version 450
#extension GL_NV_shader_texture_footprint : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Footprints of lookups in textures of two and three dimensions, with each of the operands that a lookup can have.
layout(binding = 0) uniform sampler2D flat_one;
layout(binding = 1) uniform usampler3D deep;
layout(binding = 2) uniform texture2D image;
layout(binding = 3) uniform sampler filtered;
layout(location = 0) in vec3 place;
layout(location = 1) flat in int granularity;
layout(location = 2) in float level;
layout(location = 0) out uvec4 result;

struct Both { gl_TextureFootprint2DNV first, second; };

uvec4 texels(gl_TextureFootprint2DNV found) {
    return uvec4(found.anchor + found.offset, found.mask.x ^ found.mask.y, found.lod + found.granularity);
}

bool is_single(out gl_TextureFootprint3DNV found) {
    return textureFootprintNV(deep, place, granularity, false, found, level);
}

void main() {
    Both both;
    bool single = textureFootprintNV(flat_one, place.xy, granularity, true, both.first);
    single = textureFootprintNV(flat_one, place.xy, granularity, false, both.second, level) && single;
    result = texels(both.first) + texels(both.second);
    gl_TextureFootprint2DNV found;
    textureFootprintClampNV(flat_one, place.xy, level, granularity, level > 0.5, found);
    result += texels(found);
    textureFootprintClampNV(flat_one, place.xy, level, granularity, true, found, 0.5);
    result += texels(found);
    if (textureFootprintLodNV(sampler2D(image, filtered), place.xy, level, 3, true, found))
        result += texels(found);
    textureFootprintGradNV(flat_one, place.xy, place.xz, place.zy, granularity, true, found);
    result += texels(found);
    textureFootprintGradClampNV(flat_one, place.xy, place.xz, place.zy, level, granularity, true, found);
    result += texels(found);
    gl_TextureFootprint3DNV in_space;
    single = is_single(in_space) && single;
    single = textureFootprintClampNV(deep, place, level, granularity, true, in_space) || single;
    single = textureFootprintLodNV(deep, place, level, granularity, true, in_space) || single;
    result += uvec4(in_space.anchor * in_space.offset, in_space.mask.x + in_space.lod + uint(single));
}
