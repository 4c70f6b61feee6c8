#version 460
// client: vulkan
// no glslang: Debian's does not know the extension
// A compute shader over tiles: attachments in memory of tiles, and a rate in place of a workgroup's size (GL_QCOM_tile_shading).
#extension GL_QCOM_tile_shading : require
layout(local_size_x = 16, local_size_y = 16) in;
layout(shading_rate_xQCOM = 2, shading_rate_yQCOM = 4, shading_rate_zQCOM = 3) in;
layout(set = 0, binding = 0, tile_attachmentQCOM, rgba32f) uniform image2D color;
layout(set = 0, binding = 1, tile_attachmentQCOM, r32ui) uniform uimage2D counts;
layout(set = 0, binding = 2, tile_attachmentQCOM) uniform texture2D other;
layout(set = 0, binding = 3) uniform sampler s;
layout(set = 0, binding = 4, tile_attachmentQCOM) uniform sampler2D joined[2];
void main() {
    uvec2 last = gl_TileOffsetQCOM + gl_TileDimensionQCOM.xy - gl_TileApronSizeQCOM;
    ivec2 place = ivec2(clamp(gl_GlobalInvocationID.xy, gl_TileOffsetQCOM, last));
    vec4 value = imageLoad(color, place) + textureLod(sampler2D(other, s), vec2(0.5), 0.0);
    value += texelFetch(joined[gl_LocalInvocationIndex % 2u], place, 0);
    imageAtomicAdd(counts, place, 1u);
    imageStore(color, place, value);
}
