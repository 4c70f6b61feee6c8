#version 460
// client: vulkan
// The time of a ray (GL_NV_ray_tracing_motion_blur).
#extension GL_EXT_ray_tracing : require
#extension GL_NV_ray_tracing_motion_blur : require
layout(location = 0) rayPayloadInEXT vec4 color;
void main() {
    color = vec4(gl_CurrentRayTimeNV);
}
