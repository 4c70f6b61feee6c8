#version 320 es
// Precision of results: built-in functions that declare theirs, parameters, members, default statements by scope.
precision highp float;
layout(location = 0) in mediump vec4 a;
layout(location = 1) in highp vec4 b;
layout(location = 2) in mediump ivec2 k;
layout(location = 0) out highp vec4 r;
layout(location = 1) flat out highp ivec4 q;
layout(std140, binding = 0) uniform Block {
    mediump float low;
    highp float high;
    lowp vec2 part[2];
};

struct Mixed {
    mediump vec2 m;
    highp vec2 h;
};

void both(in highp float x, out mediump float y, inout highp float z) {
    y = x * 1.0001;
    z = z * z + x;
}

mediump float middle(highp float x) { return x * 1.0003; }

void main() {
    Mixed mixed = Mixed(a.xy, a.zw);
    r.x = mixed.m.x * mixed.m.y + mixed.h.x * mixed.h.y;
    r.y = low * high + low * low + part[1].x * part[k.x & 1].y;
    highp float y = a.x;
    mediump float z = a.y;
    both(a.z, y, z);
    r.z = y * y + z;
    {
        precision mediump float;
        float narrow = b.x;
        vec2 pair = b.xy;
        r.w = narrow * narrow + pair.x * pair.y + b.x * narrow;
    }
    float wide = a.w;
    r.w += wide * wide + middle(a.x) * a.y;
    q.x = bitCount(k.x * 3) + findMSB(k.y) * 5;
    q.y = floatBitsToInt(a.x) + k.x * k.y;
    q.z = int(packHalf2x16(a.xy)) + int(ldexp(a.x, k.x) * 3.0);
    mediump vec2 half2 = unpackHalf2x16(uint(k.x));
    q.w = int(half2.x * 1000.0) + bitfieldExtract(k.x, 0, 4) * k.y;
    r += vec4(greaterThan(a.xy, vec2(1.0001)), a.x == 1.0001, all(lessThan(b, vec4(0.1))));
    gl_Position = b * a;
}
