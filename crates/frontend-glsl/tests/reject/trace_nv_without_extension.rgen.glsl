#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) rayPayloadEXT vec4 color;
void main() {
    traceNV(scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.0), 0.0, vec3(1.0), 1.0, 0); // error: E0516
    uint id = gl_LaunchIDNV.x; // error: E0300
    uint flags = gl_RayFlagsForceOpacityMicromap2StateEXT; // error: E0300
}
