#version 450
// client: vulkan
// const and const in parameters.
layout(location = 0) in vec2 v;
layout(location = 0) out vec2 o;

float weigh(const float x, const in int n)
{
    float s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x / float(i + 1);
    return s;
}

void main()
{
    o = vec2(weigh(v.x, 3), weigh(v.y, 5));
}
