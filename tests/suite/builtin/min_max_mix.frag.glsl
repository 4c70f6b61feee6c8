#version 450
// client: vulkan
// min, max, clamp, mix, step and smoothstep with scalar and vector forms.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    o = min(v, 0.5) + max(v, v.wzyx) + clamp(v, 0.0, 1.0) + clamp(v, v.yyyy, v.zzzz);
    o += mix(v, v.wzyx, 0.25) + mix(v, vec4(1.0), v.xxyy) + mix(v, -v, bvec4(true, false, v.x > 0.0, v.y > 1.0));
    o += step(0.5, v) + step(v.wzyx, v) + smoothstep(0.0, 1.0, v) + smoothstep(v, v + 1.0, v.yxwz);
    o.x = mix(v.x, v.y, v.z > 0.0);
}
