#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// passes: lower_demotions
// expect discarded: 0 1 0 1
// expect buffer Count: 2
// expect output color: 1.0
// without: same
layout(std430, binding = 0) buffer Count { uint count; };
layout(location = 0) out float color;
void main() {
    if (int(gl_FragCoord.x) == 1) demote;
    atomicAdd(count, 1u);
    color = 1.0;
}
