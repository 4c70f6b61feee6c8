#version 450
// client: vulkan
// Every compute built-in variable.
layout(local_size_x = 4, local_size_y = 2, local_size_z = 2) in;
layout(std430, binding = 0) buffer B { uvec4 r[]; };

void main()
{
    uvec3 expect = gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID;
    uint flat_ = gl_GlobalInvocationID.z * gl_NumWorkGroups.x + gl_LocalInvocationIndex;
    r[flat_] = uvec4(gl_GlobalInvocationID ^ expect, gl_NumWorkGroups.y);
}
