#version 450
// client: vulkan
// target: vulkan1.2
// Broadcasts from an invocation that is known when it runs: SPIR-V 1.5.
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { uint from; float values[]; };

void main()
{
    float mine = values[gl_GlobalInvocationID.x];
    values[gl_GlobalInvocationID.x] = subgroupBroadcast(mine, from) + subgroupQuadBroadcast(mine, from & 3u)
        + subgroupBroadcast(mine, 1u);
}
