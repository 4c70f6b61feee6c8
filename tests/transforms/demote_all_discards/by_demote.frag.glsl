#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// passes: demote_all_discards
// options: set demote_all_discards.by=demote
// input at: -1.0 1.0 2.0 4.0
// buffer Log: 0 0 0
// expect buffer Log: 3 21 0
// expect output color: _ 1.0 2.0 4.0
// expect discarded: 1 0 0 0
// without: same
layout(location = 0) in float at;
layout(location = 0) out float color;
layout(std430, binding = 0) buffer Log { uint count; uint sum; uint other; };
float g(float x) {
    for (int i = 0; i < 100; ++i) {
        if (x < 0.0) discard;
        if (i > 3) return x;
    }
    return 5.0;
}
void main() {
    float x = g(at);
    // Without its discard, this loop would not end for negative numbers.
    while (x != at) { if (x < 0.0) discard; }
    atomicAdd(count, 1u);
    atomicAdd(sum, at < 1.5 ? 1u : 10u);
    if (at < 0.0) other = 3u;
    color = x;
}
