#version 450
// client: vulkan
// Sums and extremes of subgroups, and values of other invocations (GL_AMD_shader_ballot).
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results {
    ivec4 ints[8];
    uvec4 uints[8];
    vec4 floats[8];
    uvec4 others[8];
};
void main() {
    uint index = gl_LocalInvocationIndex;
    int i = int(index) - 3;
    float f = float(index) * 0.5;
    ints[index] = ivec4(minInvocationsAMD(i), maxInvocationsInclusiveScanAMD(i), addInvocationsExclusiveScanAMD(i),
                        addInvocationsNonUniformAMD(i));
    uints[index].xy = minInvocationsExclusiveScanNonUniformAMD(uvec2(index, 9u - index));
    uints[index].zw = maxInvocationsInclusiveScanNonUniformAMD(uvec2(index, 9u - index));
    floats[index] = vec4(addInvocationsInclusiveScanAMD(vec2(f, -f)), maxInvocationsAMD(f), minInvocationsNonUniformAMD(f));
    others[index].x = swizzleInvocationsAMD(index, uvec4(1u, 0u, 3u, 3u));
    others[index].y = writeInvocationAMD(index, 100u, 2u);
    others[index].z = mbcntAMD(0x55ul);
    others[index].w = 77u;
    if (index != 5u)
        others[index].w = swizzleInvocationsMaskedAMD(index + 10u, uvec3(0x1eu, 1u, 4u));
}
