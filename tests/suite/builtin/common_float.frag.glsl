#version 450
// client: vulkan
// Common functions on floats, one.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 whole;
    vec4 frac = modf(v, whole);
    o = abs(v) * sign(v) + floor(v) - ceil(v) + trunc(v);
    o += round(v) * roundEven(v) + fract(v) + frac + whole;
    o.xy += mod(v.xy, 2.0) + mod(v.zw, v.xy);
    o.z += mod(v.x, v.y);
}
