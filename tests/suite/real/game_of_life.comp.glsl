#version 310 es
// client: opengl
// Conway's game of life, 32 cells packed per word.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Now { highp uint now[]; };
layout(std430, binding = 1) writeonly buffer Next { highp uint next[]; };
uniform highp uvec2 uSize;

uint at(int x, int y) {
    ivec2 s = ivec2(uSize);
    x = (x + s.x) % s.x;
    y = (y + s.y) % s.y;
    return now[y * s.x + x];
}

void addBit(inout uint s0, inout uint s1, inout uint s2, uint v) {
    uint c0 = s0 & v;
    s0 ^= v;
    uint c1 = s1 & c0;
    s1 ^= c0;
    s2 |= c1;
}

void main() {
    uvec2 g = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(g, uSize))) return;
    int x = int(g.x), y = int(g.y);
    uint s0 = 0u, s1 = 0u, s2 = 0u;
    for (int dy = -1; dy <= 1; ++dy) {
        uint l = at(x - 1, y + dy), m = at(x, y + dy), r = at(x + 1, y + dy);
        addBit(s0, s1, s2, (m << 1) | (l >> 31));
        addBit(s0, s1, s2, (m >> 1) | (r << 31));
        if (dy != 0) addBit(s0, s1, s2, m);
    }
    next[g.y * uSize.x + g.x] = s1 & ~s2 & (s0 | at(x, y));
}
