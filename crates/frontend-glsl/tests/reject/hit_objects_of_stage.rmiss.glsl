#version 460
// client: vulkan
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
hitObjectEXT object;
void main() {
    reorderThreadEXT(object); // error: E0516
}
