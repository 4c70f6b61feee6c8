#version 460
// client: vulkan
// A ray at a point in time (GL_NV_ray_tracing_motion_blur).
#extension GL_EXT_ray_tracing : require
#extension GL_NV_ray_tracing_motion_blur : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { vec4 results[]; };
layout(location = 0) rayPayloadEXT vec4 color;
void main() {
    float time = float(gl_LaunchIDEXT.y) / float(gl_LaunchSizeEXT.y);
    traceRayMotionNV(scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.0), 0.01, vec3(0.0, 0.0, 1.0), 100.0, time, 0);
    results[gl_LaunchIDEXT.x] = color;
}
