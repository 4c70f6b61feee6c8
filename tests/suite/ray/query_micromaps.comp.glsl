#version 460
// client: vulkan
// A specialisation constant says whether ray queries see opacity micromaps (GL_EXT_opacity_micromap_ray_query_mode).
// no glslang: Debian's does not know GL_EXT_opacity_micromap_ray_query_mode
// expect glsl: layout(constant_id = 2) gl_EnableOpacityMicromapEXT;
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
layout(local_size_x = 1) in;
layout(constant_id = 2) gl_EnableOpacityMicromapEXT;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { float distance; uint enabled; };
void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsNoneEXT, 0xffu, vec3(0.0), 0.0, vec3(0.0, 0.0, 1.0), 100.0);
    while (rayQueryProceedEXT(query)) {}
    distance = rayQueryGetIntersectionTEXT(query, true);
    enabled = gl_EnableOpacityMicromapEXT ? 1u : 0u;
}
