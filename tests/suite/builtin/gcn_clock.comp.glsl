#version 450
// client: vulkan
// The time, a ballot and the size of subgroups (GL_AMD_gcn_shader).
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { uvec4 results[8]; };
void main() {
    uint64_t start = timeAMD();
    uint64_t lanes = ballotAMD(gl_LocalInvocationIndex > 2u);
    bool is_forward = timeAMD() >= start;
    results[gl_LocalInvocationIndex] = uvec4(unpackUint2x32(lanes), is_forward, gl_SIMDGroupSizeAMD);
}
