#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
#extension GL_EXT_ray_tracing_position_fetch : require
// target: vulkan1.3
// no glslang: Debian's does not know GL_EXT_ray_tracing_position_fetch
// Ray queries as globals, locals, elements and parameters, and rays that skip triangles.
// expect spirv: OpCapability RayTraversalPrimitiveCullingKHR
// expect glsl: layout(primitive_culling);
layout(primitive_culling);
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Out { vec3 result; uint count; };

rayQueryEXT everywhere;
rayQueryEXT idle;

void start(rayQueryEXT query, vec3 direction) {
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipTrianglesEXT, 0xffu, vec3(0.0), 0.1, direction, 10.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionAABBEXT)
            rayQueryGenerateIntersectionEXT(query, 1.0);
    }
}

void nested(rayQueryEXT query, rayQueryEXT other) {
    start(query, vec3(0.0, 1.0, 0.0));
    start(other, vec3(0.0, 0.0, 1.0));
    start(everywhere, vec3(1.0, 0.0, 0.0));
    count += rayQueryGetIntersectionInstanceIdEXT(query, true) == 1 ? 1u : 0u;
}

void main() {
    rayQueryEXT local;
    rayQueryEXT many[2];
    rayQueryEXT mine;
    nested(local, many[1]);
    nested(everywhere, local);
    start(many[0], vec3(1.0));
    rayQueryInitializeEXT(mine, scene, gl_RayFlagsNoneEXT, 1u, vec3(0.0), 0.0, vec3(1.0), 1.0);
    rayQueryProceedEXT(mine);
    vec3 corners[3];
    rayQueryGetIntersectionTriangleVertexPositionsEXT(mine, true, corners);
    result = corners[0] + corners[2] + rayQueryGetWorldRayOriginEXT(many[0]);
}
