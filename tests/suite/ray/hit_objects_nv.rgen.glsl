#version 460
// client: vulkan
// no glslang: Debian's does not know the extensions
// Hit objects of GL_NV_shader_invocation_reorder, which has opcodes of its own, with spheres and clusters.
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
#extension GL_NV_ray_tracing_motion_blur : require
#extension GL_NV_linear_swept_spheres : require
#extension GL_NV_cluster_acceleration_structure : require
layout(location = 1) rayPayloadEXT vec4 payload;
layout(location = 2) hitObjectAttributeNV vec2 carried;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { uvec4 numbers; vec4 places; };
void main() {
    hitObjectNV hit;
    hitObjectTraceRayNV(hit, scene, gl_RayFlagsSkipBuiltinPrimitivesNV, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 1);
    hitObjectTraceRayMotionNV(hit, scene, 0u, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 0.25, 1);
    carried = vec2(1.0);
    hitObjectRecordHitNV(hit, scene, 1, 2, 3, 4u, 5u, 6u, vec3(1.0), 1.0, vec3(2.0), 2.0, 2);
    hitObjectRecordHitMotionNV(hit, scene, 1, 2, 3, 4u, 5u, 6u, vec3(1.0), 1.0, vec3(2.0), 2.0, 0.5, 2);
    hitObjectRecordHitWithIndexNV(hit, scene, 1, 2, 3, 4u, 5u, vec3(1.0), 1.0, vec3(2.0), 2.0, 2);
    hitObjectRecordHitWithIndexMotionNV(hit, scene, 1, 2, 3, 4u, 5u, vec3(1.0), 1.0, vec3(2.0), 2.0, 0.5, 2);
    hitObjectRecordMissNV(hit, 1u, vec3(0.5), 2.0, vec3(1.5), 5.0);
    hitObjectRecordMissMotionNV(hit, 1u, vec3(0.5), 2.0, vec3(1.5), 5.0, 0.5);
    hitObjectRecordEmptyNV(hit);
    hitObjectExecuteShaderNV(hit, 1);
    if (hitObjectIsHitNV(hit)) {
        numbers.x = uint(hitObjectGetPrimitiveIndexNV(hit));
        hitObjectGetAttributesNV(hit, 2);
        places.xy = carried;
    }
    vec3 ends[2];
    float radii[2];
    hitObjectGetLSSPositionsNV(hit, ends);
    hitObjectGetLSSRadiiNV(hit, radii);
    places.xyz += ends[0] + ends[1] * radii[1];
    if (hitObjectIsSphereHitNV(hit)) places.xyz += hitObjectGetSpherePositionNV(hit) * hitObjectGetSphereRadiusNV(hit);
    if (hitObjectIsLSSHitNV(hit)) places.w += radii[0];
    if (hitObjectGetClusterIdNV(hit) != gl_ClusterIDNoneNV) numbers.w = 1u;
    reorderThreadNV(numbers.x, 4u);
    reorderThreadNV(hit);
    reorderThreadNV(hit, numbers.y, 2u);
    places += payload;
}
