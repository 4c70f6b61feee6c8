#version 460
#extension GL_EXT_ray_tracing : require
// client: vulkan
// What is handed over goes by its location.
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 1) rayPayloadEXT vec4 payload;
layout(location = 3) callableDataEXT vec4 data;

void main()
{
    traceRayEXT(scene, gl_RayFlagsOpaqueEXT, 0xffu, 0u, 0u, 0u, vec3(0.0), 0.1, vec3(0.0, 0.0, 1.0), 10.0, 1);
    data = payload;
    executeCallableEXT(2u, 3);
}
