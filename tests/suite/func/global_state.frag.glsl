#version 450
// client: vulkan
// Functions that read and write globals, called twice in an expression.
layout(location = 0) in vec2 s;
layout(location = 0) out vec2 o;

uint state = 0u;
float scale;

uint next()
{
    state = state * 747796405u + 2891336453u;
    uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (w >> 22u) ^ w;
}

float unit() { return float(next()) * scale; }

void main()
{
    scale = 1.0 / 4294967296.0;
    state = uint(s.x * 1000.0) + uint(s.y * 1000.0) * 4096u;
    float a = unit();
    o = vec2(a, unit());
}
