#version 450
// client: vulkan
// Parameters hide globals and functions; locals hide functions.
layout(location = 0) in float v;
layout(location = 0) out float o;

float amount = 3.0;
float bump(float x) { return x + amount; }
float apply(float amount) { amount *= 2.0; return bump(amount); }

void main()
{
    float r = apply(v);
    float apply = r * 0.5;
    o = apply + amount;
}
