#version 310 es
// Memory of several precisions: what is forwarded keeps the precision of the operations, and so do parts of vectors.
layout(local_size_x = 2) in;
precision mediump float;
layout(std430, binding = 0) buffer Data {
    mediump float m[4];
    highp float h[4];
    highp vec4 wide;
    mediump vec4 narrow;
} data;
highp vec2 global;
mediump vec2 other;
shared highp float share[2];

void main() {
    uint at = gl_LocalInvocationID.x;
    mediump float x = data.m[at];
    global = vec2(x, data.m[at + 1u]);
    global.y = data.h[at] * 1.0001;
    data.wide.x = global.x * global.y;
    data.wide.yz = global * global;
    other = data.wide.xy;
    data.narrow.xy = other * other;
    share[at] = x;
    barrier();
    highp float s = share[at ^ 1u];
    data.h[at] = s * s + global.y;
    if (x > 1.0) {
        global.x = x * 1.5;
    } else {
        global.x = data.h[at] * 1.0003;
    }
    data.h[at + 2u] = global.x * global.x;
    highp float first = data.h[1];
    if (data.h[0] > 0.5) {
        data.wide.w = x;
    } else {
        data.wide.w = first * first;
    }
    data.m[at] = x * x;
}
