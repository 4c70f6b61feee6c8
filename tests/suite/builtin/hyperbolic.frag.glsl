#version 450
// client: vulkan
// Hyperbolic functions and their inverses.
layout(location = 0) in vec2 v;
layout(location = 0) out vec4 o;

void main()
{
    o.xy = sinh(v) + cosh(v) - tanh(v);
    o.zw = asinh(v) * acosh(v + 1.0);
    o.x += atanh(v.x * 0.5);
}
