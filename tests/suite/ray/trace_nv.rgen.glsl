#version 460
// client: vulkan
// Rays as in the extension that came first (GL_NV_ray_tracing).
#extension GL_NV_ray_tracing : require
layout(binding = 0) uniform accelerationStructureNV scene;
layout(binding = 1, rgba8) uniform writeonly image2D result;
layout(location = 0) rayPayloadNV vec4 color;
layout(location = 1) callableDataNV float shade;
layout(shaderRecordNV) buffer Record { vec3 origin; };
void main() {
    vec2 at = vec2(gl_LaunchIDNV.xy) / vec2(gl_LaunchSizeNV.xy);
    uint flags = gl_RayFlagsOpaqueNV | gl_RayFlagsCullBackFacingTrianglesNV;
    traceNV(scene, flags, 0xffu, 0u, 1u, 0u, origin, 0.01, vec3(at, 1.0), 100.0, 0);
    executeCallableNV(2u, 1);
    imageStore(result, ivec2(gl_LaunchIDNV.xy), color * shade);
}
