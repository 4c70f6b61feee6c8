#version 450
// client: vulkan
// A do-while loop runs its body before the first test.
layout(location = 0) in float seed;
layout(location = 0) out vec4 color;

void main()
{
    float v = seed;
    int rounds = 0;
    do
    {
        v = fract(v * 1.7 + 0.3);
        ++rounds;
    } while (v > 0.5 && rounds < 16);
    color = vec4(v, float(rounds), 0.0, 1.0);
}
