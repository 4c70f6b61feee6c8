#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
// passes: lower_wgpu_operations
// buffer Values: 3 1 4 2
// expect buffer Most: 3 3 4 4
// expect buffer Before: 2147483647 3 1 1
// expect buffer Pairs: 4.0 4.0 6.0 6.0
// expect buffer Both: 0 0 1 1
// expect buffer Counts: 0 1 1 2
// expect buffer Found: 0 0 2 2
// without: same
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Values { int values[4]; };
layout(std430, binding = 1) buffer Most { uint most[4]; };
layout(std430, binding = 2) buffer Before { int before[4]; };
layout(std430, binding = 3) buffer Pairs { float pairs[4]; };
layout(std430, binding = 4) buffer Both { uint both[4]; };
layout(std430, binding = 5) buffer Counts { uint counts[4]; };
layout(std430, binding = 6) buffer Found { uint found[4]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    int value = values[at];
    most[at] = subgroupInclusiveMax(uint(value));
    before[at] = subgroupExclusiveMin(value);
    pairs[at] = subgroupClusteredAdd(float(value), 2);
    both[at] = uint(subgroupClusteredAnd(value >= 2, 2));
    uvec4 odd = subgroupBallot(value % 2 == 1 || value == 4);
    counts[at] = subgroupBallotExclusiveBitCount(subgroupBallot(value > 2));
    found[at] = subgroupBallotBitExtract(odd, at) && subgroupInverseBallot(odd) && at < 2u
        ? subgroupBallotFindLSB(odd) : subgroupBallotFindMSB(odd);
}
