#version 450
// client: vulkan
// Matrix addition, subtraction, division, negation and scalar forms.
layout(location = 0) in vec4 d;
layout(location = 0) out vec4 o;

void main()
{
    mat2 a = mat2(d.x, d.y, d.z, d.w);
    mat2 b = mat2(d.wzyx);
    mat2 s = a + b - mat2(1.0);
    s = s / (b + 2.0);
    s = 1.0 - s;
    s = s / d.x;
    s = 4.0 / (s + mat2(9.0, 9.0, 9.0, 9.0));
    s = -s;
    o = vec4(s[0], s[1]);
}
