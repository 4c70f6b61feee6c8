#version 460
// client: vulkan
// no glslang: Debian's does not know the extension
// The same of GL_NV_shader_invocation_reorder.
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(location = 0) rayPayloadEXT vec4 color;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(buffer_reference, hitobjectshaderrecordnv, std430) readonly buffer Record {
    uint material;
    vec4 tint;
};

void main() {
    hitObjectNV hit;
    hitObjectTraceRayNV(hit, scene, gl_RayFlagsOpaqueEXT, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 0);
    Record record = Record(hitObjectGetShaderRecordBufferHandleNV(hit));
    if (record.material == 7u) color = record.tint;
}
