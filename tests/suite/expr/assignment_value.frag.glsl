#version 450
// client: vulkan
// An assignment is an expression with a value; chained assignments.
layout(location = 0) in float x;
layout(location = 0) out vec4 o;

void main()
{
    float a, b, c;
    a = b = c = x + 1.0;
    float d = (a += 2.0) * 3.0;
    int i;
    int j = (i = 4) + i;
    o = vec4(a, b * c, d, float(i - j));
    o.x = o.y = (o.z *= 0.5);
}
