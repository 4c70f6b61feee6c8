#version 460
// client: vulkan
// no glslang: Debian's does not know the extension
// A fragment shader that reads attachments of its tile in no order (GL_QCOM_tile_shading).
#extension GL_QCOM_tile_shading : require
layout(non_coherent_attachment_readQCOM) in;
layout(set = 0, binding = 0, tile_attachmentQCOM, rgba32f) uniform readonly image2D before;
layout(location = 0) out vec4 color;
vec4 load(readonly image2D attachment, ivec2 place) { return imageLoad(attachment, place); }
void main() {
    ivec2 place = ivec2(gl_TileOffsetQCOM + gl_TileDimensionQCOM.xy / 2u);
    color = load(before, place) + imageLoad(before, place + ivec2(1));
}
