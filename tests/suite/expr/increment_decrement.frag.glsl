#version 450
// client: vulkan
// Pre and post ++ and -- on scalars, vectors, components and matrices.
layout(location = 0) in vec2 f;
layout(location = 1) flat in int n;
layout(location = 0) out vec4 o;

void main()
{
    int i = n;
    int a = i++ + 10;
    int b = ++i * 2;
    int c = i-- - --i;
    vec2 v = f;
    vec2 w = v++;
    v.y--;
    mat2 m = mat2(f, f.yx);
    m++;
    --m[1];
    uint u = uint(n);
    u--;
    o = vec4(float(a + b * c), w.x + v.y, m[0].x * m[1].y, float(u));
}
