#version 310 es
// client: opengl
// Switch on an unsigned value, with fall through, in ES 3.10.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { uint op[4]; int acc[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int a = acc[i];
    switch (op[i] & 3u) {
        case 0u: a += 1;
        case 1u: a *= 2; break;
        default: a = -a; break;
        case 3u: return;
    }
    acc[i] = a;
}
