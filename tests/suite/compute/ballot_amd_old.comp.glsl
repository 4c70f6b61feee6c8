#version 450
// target: vulkan1.0
// Sums and extremes of subgroups where SPIR-V has no operations on subgroups (GL_AMD_shader_ballot).
// expect spirv: OpGroupFMaxNonUniformAMD
// expect spirv: SPV_AMD_shader_ballot
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results {
    ivec4 ints;
    uvec4 uints;
    vec4 floats;
    int64_t wide;
};

void main() {
    ints = minInvocationsAMD(ints) + maxInvocationsInclusiveScanAMD(ints) + addInvocationsExclusiveScanAMD(ints);
    uints = minInvocationsNonUniformAMD(uints) + maxInvocationsAMD(uints);
    floats = addInvocationsAMD(floats) + minInvocationsAMD(floats) * maxInvocationsExclusiveScanNonUniformAMD(floats);
    wide = addInvocationsAMD(wide);
}
