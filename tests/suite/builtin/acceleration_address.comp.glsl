#version 460
// client: vulkan
// An acceleration structure from an address, as two words or one.
#extension GL_EXT_ray_query : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(push_constant) uniform P { uvec2 words; uint64_t address; } p;
layout(binding = 0) buffer B { bool found[2]; } b;

void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, accelerationStructureEXT(p.words), 0u, 255u, vec3(0.0), 0.1, vec3(0.0, 0.0, 1.0), 9.0);
    b.found[0] = rayQueryProceedEXT(query);
    rayQueryInitializeEXT(query, accelerationStructureEXT(p.address), 0u, 255u, vec3(1.0), 0.1, vec3(0.0, 1.0, 0.0), 9.0);
    b.found[1] = rayQueryProceedEXT(query);
}
