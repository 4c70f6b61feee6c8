#version 460
// client: vulkan
// Calls that end the shader (GL_NV_ray_tracing).
#extension GL_NV_ray_tracing : require
layout(location = 0) rayPayloadInNV vec4 color;
hitAttributeNV vec2 weights;
void leave(float t) {
    if (t > 10.0) ignoreIntersectionNV();
    color.w = t;
}
void main() {
    leave(gl_HitTNV - gl_RayTminNV);
    color.xyz = gl_ObjectToWorldNV * vec4(weights, float(gl_InstanceCustomIndexNV), 1.0);
    if (gl_HitKindNV == 3u) terminateRayNV();
}
