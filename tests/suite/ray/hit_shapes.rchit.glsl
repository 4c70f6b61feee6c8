#version 460
// client: vulkan
// no glslang: Debian's does not know the extensions
// Facts that a closest hit shader has of spheres, clusters and micro-triangles, by itself and by ray queries.
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_query : require
#extension GL_NV_linear_swept_spheres : require
#extension GL_NV_cluster_acceleration_structure : require
#extension GL_NV_displacement_micromap : require
layout(location = 0) rayPayloadInEXT vec4 color;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Results { uint kinds; int clusters; };
void main() {
    color = vec4(gl_HitSpherePositionNV, gl_HitSphereRadiusNV);
    color.xyz += gl_HitLSSPositionsNV[0] * gl_HitLSSRadiiNV[1];
    if (gl_HitIsSphereNV || gl_HitIsLSSNV) color.w = 1.0;
    clusters = gl_ClusterIDNV;
    kinds = gl_HitKindFrontFacingMicroTriangleNV | gl_HitKindBackFacingMicroTriangleNV;
    color.xyz += gl_HitMicroTriangleVertexPositionsNV[2];
    color.xy += gl_HitMicroTriangleVertexBarycentricsNV[1];
    color.xyz += fetchMicroTriangleVertexPositionNV(scene, 1, 2, 3, ivec2(0, 1));
    color.xy += fetchMicroTriangleVertexBarycentricNV(scene, 1, 2, 3, ivec2(1, 0));
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0u, 0xffu, vec3(0.0), 0.1, vec3(1.0), 10.0);
    color.xyz += rayQueryGetIntersectionSpherePositionNV(query, true) * rayQueryGetIntersectionSphereRadiusNV(query, false);
    vec3 ends[2];
    float radii[2];
    rayQueryGetIntersectionLSSPositionsNV(query, true, ends);
    rayQueryGetIntersectionLSSRadiiNV(query, false, radii);
    color.xyz += ends[1] * radii[0];
    color.w += rayQueryGetIntersectionLSSHitValueNV(query, true);
    if (rayQueryIsSphereHitNV(query, true) != rayQueryIsLSSHitNV(query, false)) color.w += 1.0;
    clusters += rayQueryGetIntersectionClusterIdNV(query, true);
}
