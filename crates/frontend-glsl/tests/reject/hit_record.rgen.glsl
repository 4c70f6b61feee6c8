#version 460
// client: vulkan
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
#extension GL_EXT_buffer_reference : require
layout(hitobjectshaderrecordext, binding = 0) buffer Record { uint x; } record; // error: E0525
layout(buffer_reference, hitobjectshaderrecordnv) buffer Other { uint x; }; // error: E0516
layout(hitobjectshaderrecordext) uniform Block { uint x; } block; // error: E0525
void main() {}
