#version 450
// client: vulkan
// Swizzles as l-values: partial, permuted and whole.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 r = vec4(0.0);
    r.x = v.w;
    r.yz = v.xy;
    r.wy = v.zz;
    vec3 s;
    s.bgr = v.rgb;
    s.st = s.ts;
    r.xyzw = r.yxwz;
    o = r;
    o.rgb = s + o.bgr;
}
