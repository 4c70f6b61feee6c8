#version 450
// client: vulkan
// Exponential functions on all sizes.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = abs(v) + 0.001;
    o = pow(a, v.wzyx) + exp(v) - log(a) + exp2(v) * log2(a);
    o.xyz += sqrt(a.xyz);
    o.xy -= inversesqrt(a.zw);
    o.w = pow(a.x, 2.2) + exp(-a.y);
}
