#version 450
// client: vulkan
// A while loop with a loop-carried float and integer.
layout(location = 0) in vec2 z0;
layout(location = 0) out vec4 color;

void main()
{
    vec2 z = z0;
    int n = 0;
    while (dot(z, z) < 4.0 && n < 32)
    {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + z0;
        n++;
    }
    color = vec4(vec3(float(n) / 32.0), 1.0);
}
