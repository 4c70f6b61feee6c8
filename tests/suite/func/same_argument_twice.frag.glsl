#version 450
// client: vulkan
// The same variable passed as in and inout of one call.
layout(location = 0) in float v;
layout(location = 0) out vec2 o;

float add(float a, inout float b)
{
    b += 1.0;
    return a + b;
}

void main()
{
    float x = v;
    float r = add(x, x);
    r += add(x * 2.0, x);
    o = vec2(r, x);
}
