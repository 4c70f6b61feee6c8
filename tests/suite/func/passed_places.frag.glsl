// Parts and globals that are passed `out` or `inout`: printed as they were passed, unless something happens between.
#version 450

layout(location = 0) out vec4 color;
layout(location = 0) in flat int k;

struct S {
    float x;
    vec3 v;
    int i;
};

float g;

float two(out float a, inout float b) {
    a = 2.0;
    b += 1.0;
    return b;
}

float side() {
    g += 1.0;
    return g;
}

void three(inout float b, float c) {
    b += c * g;
}

void vectors(inout vec3 v, out vec2 w) {
    v = v.zxy;
    w = v.xy;
}

void main() {
    S s = S(1.0, vec3(1.0, 2.0, 3.0), 2);
    float a[4] = float[](1.0, 2.0, 3.0, 4.0);
    int n = clamp(k, 0, 2);
    g = 0.5;
    three(s.x, side());
    three(a[n++], float(n));
    float r = two(s.x, a[n]);
    two(a[0], a[0]);
    three(g, g);
    vectors(s.v, color.yz);
    vectors(color.xyz, s.v.xy);
    for (int i = 0; i < 2; ++i) {
        three(a[i], float(i));
    }
    if (two(s.v.y, color.x) > 2.0) {
        r += 1.0;
    }
    color += vec4(s.x + s.v.y, a[0] + a[1], a[2] + r, g + float(n));
}
