#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// passes: lower_subgroup_inputs
// groups: 2 1 1
// expect buffer Result: 0 1 100 101 200 201 2 3 102 103 202 203
// expect buffer Masks: 1 1 1 1
// without: same
layout(local_size_x = 2, local_size_y = 3) in;
layout(std430, binding = 0) buffer Result { uint result[12]; };
layout(std430, binding = 1) buffer Masks { uint masks[4]; };
void main() {
    uint at = gl_LocalInvocationIndex + 6u * gl_WorkGroupID.x;
    result[at] = gl_GlobalInvocationID.x + 100u * gl_LocalInvocationID.y
        + uint(gl_SubgroupInvocationID >= gl_SubgroupSize);
    masks[0] = uint(gl_SubgroupEqMask == (gl_SubgroupLeMask & gl_SubgroupGeMask));
    masks[1] = uint((gl_SubgroupLtMask | gl_SubgroupGeMask) == (gl_SubgroupLeMask | gl_SubgroupGtMask));
    masks[2] = uint(bitCount(gl_SubgroupLtMask.x) == gl_SubgroupInvocationID);
    masks[3] = uint(bitCount(gl_SubgroupGeMask.x) == gl_SubgroupSize - gl_SubgroupInvocationID);
}
