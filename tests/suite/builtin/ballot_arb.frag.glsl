#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
// client: vulkan
// A ballot of 64 bits.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 masks;

void main() {
    uint64_t mask = ballotARB(v.x > 0.5);
    color = readFirstInvocationARB(v) + readInvocationARB(v, 3u);
    uint64_t others = gl_SubGroupGeMaskARB & ~gl_SubGroupEqMaskARB | gl_SubGroupLtMaskARB;
    masks = uvec4(unpackUint2x32(others), gl_SubGroupSizeARB, gl_SubGroupInvocationARB);
    if (mask == 0ul)
        color = vec4(0.0);
}
