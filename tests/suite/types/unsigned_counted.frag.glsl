#version 330
// client: opengl
// Unsigned integers that versions without them can do without: counters, comparisons, conversions.
uniform uint n;
uniform uvec3 v;
uniform float weights[8];
in float f;
out vec4 o;

uint clamped(uint x) { return clamp(min(x, 7u), 1u, max(n, 3u)); }

void main() {
    o = vec4(0.0);
    for (uint i = 0u; i < n; i++) o.x += weights[i % 8u];
    for (uint i = 0u; i < 6u; i += 2u) o.y += float(i / 3u);
    o.z = float(v.x - v.y) + float(v == uvec3(1u, 2u, 3u)) + float(clamped(v.z));
    uint converted = uint(f * 3.0);
    o.w = float(converted) * (converted >= 4u ? 2.0 : 1.0) + (v.x > v.y ? 0.5 : 0.25);
    int signed_one = int(converted - 9u);
    o.w += float(signed_one);
}
