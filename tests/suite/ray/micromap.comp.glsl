#version 460
// client: vulkan
// A flag for opacity micromaps (GL_EXT_opacity_micromap).
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { float distance; };
void main() {
    rayQueryEXT query;
    uint flags = gl_RayFlagsForceOpacityMicromap2StateEXT | gl_RayFlagsTerminateOnFirstHitEXT;
    rayQueryInitializeEXT(query, scene, flags, 0xffu, vec3(0.0), 0.0, vec3(0.0, 0.0, 1.0), 100.0);
    while (rayQueryProceedEXT(query)) {}
    distance = rayQueryGetIntersectionTEXT(query, true);
}
