#version 300 es
// client: opengl
// Explicit conversions, the only ones ES has.
precision highp float;
precision highp int;
in vec3 v;
uniform int n;
out ivec4 res;

void main() {
    int a = int(v.x) + int(-2.7);
    uint b = uint(v.y) + uint(n);
    ivec2 c = ivec2(v.yz) * ivec2(b);
    float f = float(a) + float(b) + float(true);
    res = ivec4(a, int(b), c) + int(f);
    res.w += int(b > 3u) + int(bool(v.z));
}
