#version 460
// client: vulkan
// target: vulkan1.3
// Memory that is not used again soon (GL_EXT_nontemporal_keyword).
// no glslang: Debian's does not know the extension
// expect spirv: Nontemporal|MakePointerVisible|NonPrivatePointer
#extension GL_EXT_nontemporal_keyword : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(binding = 0) nontemporal readonly buffer Source { vec4 values[]; } source;
layout(binding = 1) buffer Result { nontemporal vec4 sum; vec4 last; coherent nontemporal uint count; };
layout(binding = 2, rgba8) uniform nontemporal image2D picture;

vec4 texel(nontemporal readonly image2D from, ivec2 at) { return imageLoad(from, at); }

void main()
{
    sum = source.values[gl_GlobalInvocationID.x];
    last = sum;
    count += 1u;
    imageStore(picture, ivec2(1), texel(picture, ivec2(0)) + last);
}
