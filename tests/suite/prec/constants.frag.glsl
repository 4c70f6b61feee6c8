#version 310 es
// Named constants keep the precision that they are declared with; literals take that of their user.
precision mediump float;
layout(location = 0) in mediump float x;
layout(location = 1) flat in mediump int i;
layout(location = 0) out highp vec4 c;
layout(location = 1) out highp ivec4 n;

struct Pair {
    highp float wide;
    mediump float narrow;
};

const highp float BIG = 100000.0;
const mediump float SMALL = 1.25;
const highp vec2 PAIR = vec2(1.0009765625, SMALL);
const highp float TABLE[3] = float[](1.001, 2.002, 3.003);
const Pair STRUCT = Pair(1.0005, 1.5);
const highp int MANY = 100000;
const highp float SUM = BIG + SMALL;
#define MACRO (BIG * 0.5)

highp float scaled(const mediump float v, const highp float by) {
    const highp float offset = 0.0001;
    return v * by + v * offset;
}

void main() {
    c.x = x * BIG + x * SUM + MACRO * x;
    c.y = x * PAIR.x + x * TABLE[1] + (x * PAIR).y + x * TABLE[i & 1];
    c.z = x * STRUCT.wide + x * STRUCT.narrow + scaled(x, 1.0001);
    c.w = (x > 0.0 ? BIG : SMALL) * x + x * (BIG - 1.0) + x / -BIG + dot(vec2(x), PAIR);
    n.x = i * MANY;
    n.y = i + MANY / 3 + (x > BIG * 0.5 ? 1 : 0);
    n.z = i * (MANY << 1) + (i ^ MANY);
    n.w = TABLE.length() * i + int(x * BIG);
    switch (i) {
    case MANY: n.x = 1; break;
    default: break;
    }
}
