#version 460
#extension GL_EXT_ray_tracing : require
// client: vulkan
// target: vulkan1.3
// Every variable of a closest-hit shader.
layout(location = 0) rayPayloadInEXT vec4 payload;
hitAttributeEXT vec2 place;

void main() {
    vec3 object = gl_ObjectRayOriginEXT + gl_ObjectRayDirectionEXT * gl_RayTmaxEXT;
    payload = vec4(gl_ObjectToWorldEXT * vec4(object, 1.0), gl_HitTEXT);
    payload += vec4(gl_WorldToObjectEXT * vec4(gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT, gl_RayTminEXT), 1.0);
    payload += gl_ObjectToWorld3x4EXT[0] + gl_WorldToObject3x4EXT[1];
    payload.x += float(gl_LaunchIDEXT.x * gl_LaunchSizeEXT.y + gl_IncomingRayFlagsEXT);
    payload.y += float(gl_InstanceID + gl_PrimitiveID + gl_GeometryIndexEXT + gl_InstanceCustomIndexEXT);
    payload.zw += gl_HitKindEXT == gl_HitKindFrontFacingTriangleEXT ? place : vec2(gl_RayFlagsOpaqueEXT);
}
