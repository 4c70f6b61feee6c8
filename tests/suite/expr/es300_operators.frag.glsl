#version 300 es
// client: opengl
// Every operator ES 3.00 has on integers and floats.
precision highp float;
precision highp int;
flat in ivec2 a;
flat in uvec2 b;
in vec2 f;
out ivec4 r;

void main() {
    int s = a.x * 3 - a.y / 2 + a.x % 5;
    s = (s << 2) ^ (a.y >> 1) | (a.x & 7) ^ ~a.y;
    uint u = b.x * 3u + b.y % 7u >> 1u;
    u = -u;
    bool t = f.x < f.y ^^ s >= 3 && !(u != 2u) || a == ivec2(1);
    r = ivec4(s, int(u), t ? s++ : --s, -a.x);
    r.xy <<= 1;
    r.zw %= 9;
}
