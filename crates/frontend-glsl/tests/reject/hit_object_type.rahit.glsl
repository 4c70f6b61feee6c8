#version 460
// client: vulkan
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
void main() {
    hitObjectNV object; // error: E0609
}
