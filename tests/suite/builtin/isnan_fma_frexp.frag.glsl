#version 450
// client: vulkan
// isnan, isinf, fma, frexp and ldexp.
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;
layout(location = 1) out ivec3 e;

void main()
{
    vec3 m = frexp(v, e);
    ivec2 k;
    vec2 n = frexp(v.xy, k);
    o.xyz = ldexp(m, e + 1) + fma(v, v.zyx, vec3(0.5));
    o.w = ldexp(n.x, k.y) + fma(v.x, 2.0, v.y);
    if (any(isnan(v)) || isinf(v.x))
        o = vec4(0.0);
}
