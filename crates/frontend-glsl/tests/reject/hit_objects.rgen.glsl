#version 460
// client: vulkan
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
#extension GL_NV_shader_invocation_reorder : require
layout(location = 1) rayPayloadEXT vec4 payload;
layout(location = 2) hitObjectAttributeEXT vec2 carried;
layout(binding = 0) uniform accelerationStructureEXT scene;
hitObjectEXT object;
hitObjectNV other; // error: E0423
uniform hitObjectEXT bound; // error: E0422
void main() {
    int location = 1;
    hitObjectExecuteShaderEXT(object, 3); // error: E0417
    hitObjectExecuteShaderEXT(object, location); // error: E0417
    hitObjectGetAttributesEXT(object, 1); // error: E0417
    float time = hitObjectGetCurrentTimeEXT(object); // error: E0516
    vec3 corners[3];
    hitObjectGetIntersectionTriangleVertexPositionsEXT(object, corners); // error: E0516
    hitObjectEXT copy = object; // error: E0508
}
