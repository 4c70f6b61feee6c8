#version 450
// client: vulkan
// One-dimensional arrays: declaration forms, writes, copies.
layout(location = 0) in vec3 w;
layout(location = 0) out vec4 o;

void main()
{
    float a[4];
    float[4] b;
    const int N = 3;
    vec2 c[N + 1], d[2];
    for (int i = 0; i < 4; ++i)
    {
        a[i] = w.x * float(i);
        c[i] = vec2(a[i], w.y);
    }
    b = a;
    b[2] = w.z;
    d[0] = c[1];
    d[1] = c[3] - c[0];
    o = vec4(a[2], b[2], d[0] + d[1]);
}
