#version 450
// client: vulkan
// The comma operator: order of effects and the value of the last.
layout(location = 0) flat in int n;
layout(location = 0) out vec4 o;

void main()
{
    int a = n;
    int b = (a++, a *= 2, a + 1);
    float c = 1.0;
    float d = (c += float(b), c) * 0.5;
    for (int i = 0, j = 0; i++, j < 3; j++, a += i)
        c *= 1.5;
    o = (d *= 2.0, vec4(a, b, c, d));
}
