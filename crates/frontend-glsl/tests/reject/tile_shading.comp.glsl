#version 460
// client: vulkan
#extension GL_QCOM_tile_shading : require
layout(local_size_x = 16) in;
layout(shading_rate_xQCOM = 3) in; // error: E0503
layout(shading_rate_yQCOM = 2) in;
layout(shading_rate_yQCOM = 4) in; // error: E0505
layout(shading_rate_zQCOM = 0) in; // error: E0503
layout(non_coherent_attachment_readQCOM) in; // error: E0504
layout(binding = 0, tile_attachmentQCOM, rgba8) uniform image2D unset; // error: E0525
layout(set = 0, tile_attachmentQCOM, rgba8) uniform image2D unbound; // error: E0525
layout(set = 0, binding = 1, tile_attachmentQCOM, rgba8) uniform image3D volume; // error: E0422
layout(set = 0, binding = 2, tile_attachmentQCOM) uniform sampler2DArray layers; // error: E0422
layout(set = 0, binding = 3, tile_attachmentQCOM) buffer Block { int x; }; // error: E0501
void main() {}
