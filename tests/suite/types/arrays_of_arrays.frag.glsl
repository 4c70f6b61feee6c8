#version 450
// client: vulkan
// Arrays of arrays in both spellings, with partial indexing.
layout(location = 0) flat in ivec2 at;
layout(location = 0) out vec4 o;

void main()
{
    float a[2][3] = float[2][3](float[3](1.0, 2.0, 3.0), float[3](4.0, 5.0, 6.0));
    float[2][3] b = a;
    float[3] c[2];
    c[0] = b[1];
    c[1] = a[at.x & 1];
    b[at.x & 1][at.y % 3] = -1.0;
    int n = a.length() * 10 + a[0].length();
    vec2 deep[2][2][2];
    for (int i = 0; i < 8; ++i)
        deep[i >> 2][(i >> 1) & 1][i & 1] = vec2(float(i), c[i & 1][i % 3]);
    o = vec4(b[0][1] + b[1][2], float(n), deep[at.x & 1][1][at.y & 1]);
}
