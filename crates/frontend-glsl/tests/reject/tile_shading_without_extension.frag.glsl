#version 460
// client: vulkan
layout(non_coherent_attachment_readQCOM) in; // error: E0516
layout(set = 0, binding = 0, tile_attachmentQCOM, rgba8) uniform readonly image2D color; // error: E0516
layout(location = 0) out uvec2 place;
void main() {
    place = gl_TileOffsetQCOM; // error: E0300
}
