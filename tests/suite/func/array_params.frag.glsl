#version 450
// client: vulkan
// Arrays as parameters in every direction and as results.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

float[3] build(float a)
{
    float r[3];
    for (int i = 0; i < 3; ++i) r[i] = a * float(i + 1);
    return r;
}

void rotate_(inout float a[3])
{
    float t = a[0];
    a[0] = a[1];
    a[1] = a[2];
    a[2] = t;
}

float sum(const float[3] a) { return a[0] + a[1] + a[2]; }

void two(out float[3] a, in float b[3]) { a = b; b[0] = 0.0; a[1] += b[0]; }

void main()
{
    float p[3] = build(v.x);
    rotate_(p);
    float q[3];
    two(q, p);
    o = vec4(sum(p), q[1], build(v.y)[2], sum(float[](v.x, v.y, v.z)));
}
