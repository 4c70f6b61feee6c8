#version 450
// client: vulkan
// Early returns from nested control flow in a function.
layout(location = 0) in vec3 ray;
layout(location = 0) out vec4 color;

float firstHit(vec3 d, float limit)
{
    if (d.z <= 0.0)
        return -1.0;
    for (int i = 0; i < 12; ++i)
    {
        float t = float(i) * 0.3;
        if (length(d * t) > limit)
            return t;
        if (d.x * t > 2.0)
        {
            return t * 0.5;
        }
    }
    return 100.0;
}

void main()
{
    float t = firstHit(ray, 1.5);
    color = vec4(t, -t, t * 0.01, 1.0);
}
