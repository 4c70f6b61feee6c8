#version 450
// client: vulkan
// Block scopes that hide outer names, and an initialiser that sees the outer one.
layout(location = 0) in float x;
layout(location = 0) out vec4 color;

void main()
{
    float a = x;
    float r = 0.0;
    {
        float a = a * 2.0;
        r += a;
        {
            int a = 3;
            r += float(a);
        }
        for (int a = 0; a < 2; ++a)
            r += float(a);
    }
    r -= a;
    color = vec4(r);
}
