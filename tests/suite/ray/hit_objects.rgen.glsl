#version 460
// client: vulkan
// no glslang: Debian's does not know the extensions
// Every function of GL_EXT_shader_invocation_reorder. Locations name payloads and attributes.
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_tracing_position_fetch : require
#extension GL_EXT_shader_invocation_reorder : require
#extension GL_NV_ray_tracing_motion_blur : require
layout(location = 1) rayPayloadEXT vec4 payload;
layout(location = 2) hitObjectAttributeEXT vec2 carried;
layout(location = 3) hitObjectAttributeEXT Attributes { float x; int y; } attributes;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { uvec4 numbers; vec4 places; mat4x3 transforms[2]; };
hitObjectEXT kept[2];
float check(hitObjectEXT hit) {
    return hitObjectIsHitEXT(hit) ? hitObjectGetRayTMaxEXT(hit) : hitObjectGetRayTMinEXT(hit);
}
void main() {
    hitObjectEXT hit;
    carried = vec2(1.0);
    attributes.x = 2.0;
    hitObjectTraceRayEXT(hit, scene, gl_RayFlagsOpaqueEXT, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(0.0, 0.0, 1.0), 10.0, 1);
    places.x = check(hit);
    hitObjectExecuteShaderEXT(hit, 1);
    hitObjectTraceRayMotionEXT(kept[gl_LaunchIDEXT.x % 2u], scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 0.25, 1);
    hitObjectRecordEmptyEXT(kept[0]);
    hitObjectRecordMissEXT(kept[1], 1u, 2u, vec3(0.5), 2.0, vec3(1.5), 5.0);
    hitObjectRecordMissMotionEXT(kept[1], 1u, 2u, vec3(0.5), 2.0, vec3(1.5), 5.0, 0.5);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0u, 0xffu, vec3(0.0), 0.1, vec3(1.0), 10.0);
    hitObjectRecordFromQueryEXT(hit, query, 1u, 2);
    if (hitObjectIsMissEXT(hit) || hitObjectIsEmptyEXT(kept[0])) {
        numbers.x = hitObjectGetRayFlagsEXT(hit);
    }
    places.xyz = hitObjectGetWorldRayOriginEXT(hit) + hitObjectGetWorldRayDirectionEXT(hit)
        + hitObjectGetObjectRayOriginEXT(hit) + hitObjectGetObjectRayDirectionEXT(hit);
    transforms[0] = hitObjectGetObjectToWorldEXT(hit);
    transforms[1] = hitObjectGetWorldToObjectEXT(hit);
    numbers.y = uint(hitObjectGetInstanceCustomIndexEXT(hit) + hitObjectGetInstanceIdEXT(hit)
        + hitObjectGetGeometryIndexEXT(hit) + hitObjectGetPrimitiveIndexEXT(hit));
    hitObjectSetShaderBindingTableRecordIndexEXT(hit, 3u);
    numbers.z = hitObjectGetHitKindEXT(hit) + hitObjectGetShaderBindingTableRecordIndexEXT(hit);
    numbers.xy += hitObjectGetShaderRecordBufferHandleEXT(hit);
    places.w = hitObjectGetCurrentTimeEXT(hit);
    hitObjectGetAttributesEXT(hit, 2);
    places.xy += carried;
    hitObjectGetAttributesEXT(hit, 3);
    places.z += attributes.x + float(attributes.y);
    vec3 corners[3];
    hitObjectGetIntersectionTriangleVertexPositionsEXT(hit, corners);
    places.xyz += corners[1];
    reorderThreadEXT(numbers.x, 4u);
    reorderThreadEXT(hit);
    reorderThreadEXT(hit, numbers.y, 2u);
    hitObjectReorderExecuteEXT(hit, 1);
    hitObjectReorderExecuteEXT(hit, numbers.x, 3u, 1);
    hitObjectTraceReorderExecuteEXT(hit, scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 1);
    hitObjectTraceReorderExecuteEXT(hit, scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, numbers.x, 3u, 1);
    hitObjectTraceMotionReorderExecuteEXT(hit, scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 0.5, numbers.x, 3u, 1);
    places += payload;
}
