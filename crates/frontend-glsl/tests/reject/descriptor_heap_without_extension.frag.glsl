#version 460
// client: vulkan
layout(descriptor_heap) uniform texture2D textures[2]; // error: E0516
void main() {}
