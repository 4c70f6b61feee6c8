#version 460
// client: vulkan
// no glslang: Debian's does not know the extension
// A block that the handle of a hit object's shader record leads to.
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(location = 0) rayPayloadEXT vec4 color;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(buffer_reference, hitobjectshaderrecordEXT, std430) readonly buffer Record {
    uint material;
    vec4 tint;
};

void main() {
    hitObjectEXT hit;
    hitObjectTraceRayEXT(hit, scene, gl_RayFlagsOpaqueEXT, 0xffu, 0u, 1u, 0u, vec3(0.5), 0.5, vec3(1.0), 10.0, 0);
    Record record = Record(hitObjectGetShaderRecordBufferHandleEXT(hit));
    if (record.material == 7u) color = record.tint;
}
