#version 460
// client: vulkan
#extension GL_QCOM_tile_shading : enable
layout(set = 0, binding = 0, tile_attachmentQCOM, rgba8) uniform readonly image2D color; // error: E0504
layout(location = 0) flat out uvec2 place;
void main() {
    place = gl_TileOffsetQCOM; // error: E0300
}
