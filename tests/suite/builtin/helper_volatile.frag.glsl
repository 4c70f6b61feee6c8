// Whether an invocation is a helper changes where it is demoted: the variable is volatile.
// target: vulkan1.3
// expect spirv: Volatile
// expect optimized spirv: Volatile
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out vec4 o;

void main() {
    float before = gl_HelperInvocation ? 1.0 : 0.0;
    if ((int(gl_FragCoord.x) & 1) == 1)
        demote;
    float after = gl_HelperInvocation ? 1.0 : 0.0;
    o = vec4(dFdx(before), dFdx(after), 0, 1);
}
