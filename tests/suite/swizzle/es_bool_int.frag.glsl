#version 300 es
// client: opengl
// Swizzles of integer and bool vectors in ES.
precision highp float;
precision highp int;
flat in ivec4 k;
in vec4 f;
out uvec4 res;

void main() {
    bvec3 b = lessThan(f.xyz, f.zxy);
    b.xz = b.zy;
    uvec3 u = uvec3(k.wwx);
    u.gb |= u.rr;
    ivec2 t = k.ba;
    t.yx -= k.xy;
    res = uvec4(u.zx, t) + (b.yyx.z ? 1u : 0u);
}
