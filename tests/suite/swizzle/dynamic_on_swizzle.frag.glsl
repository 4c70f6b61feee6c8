#version 450
// client: vulkan
// A swizzle indexed with a dynamic index, as value and as part of a loop.
layout(location = 0) in vec4 v;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = v;
    float s = 0.0;
    for (int i = 0; i < 3; ++i)
        s += v.wyx[i] * float(i + 1);
    o = vec4(s, a.zyx[k % 3], v.yy[k & 1], v.xyzw[k & 3]);
}
