#version 450
// client: vulkan
// Operations within the parts of a partition (GL_NV_shader_subgroup_partitioned).
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { uvec4 parts[8]; uvec4 sums[8]; float products[8]; uint any; };
void main() {
    uint me = gl_LocalInvocationIndex;
    uvec4 part = subgroupPartitionNV(me % 3u);
    parts[me] = part;
    sums[me].x = subgroupPartitionedAddNV(me, part);
    sums[me].y = subgroupPartitionedInclusiveAddNV(me, part);
    sums[me].z = subgroupPartitionedExclusiveMaxNV(me, part);
    sums[me].w = uint(subgroupPartitionedMinNV(-int(me), part));
    products[me] = subgroupPartitionedMulNV(float(me) + 1.0, part);
    if (subgroupPartitionedOrNV(me == 4u, part)) any = 1u;
}
