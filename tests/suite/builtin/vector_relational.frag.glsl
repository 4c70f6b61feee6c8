#version 450
// client: vulkan
// Vector relational functions on float, int, uint and bool vectors.
layout(location = 0) in vec4 f;
layout(location = 1) flat in ivec3 i;
layout(location = 2) flat in uvec2 u;
layout(location = 0) out vec4 o;

void main()
{
    bvec4 a = lessThan(f, f.wzyx);
    bvec3 b = lessThanEqual(i, ivec3(3));
    bvec2 c = greaterThan(u, uvec2(2u));
    bvec4 d = greaterThanEqual(f, vec4(0.5));
    bvec3 e = equal(i, i.zxy);
    bvec2 g = notEqual(u, u.yx);
    bvec4 h = equal(a, not(d));
    o = vec4(a) + vec4(h) + vec4(b, any(c)) + vec4(e, all(g));
    if (all(notEqual(b, e))) o *= 2.0;
}
