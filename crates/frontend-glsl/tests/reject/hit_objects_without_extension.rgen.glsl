#version 460
// client: vulkan
#extension GL_EXT_ray_tracing : require
void main() {
    hitObjectNV object; // error: E0300
}
