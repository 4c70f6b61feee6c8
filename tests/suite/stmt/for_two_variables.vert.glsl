#version 450
// client: vulkan
// A for loop with two declarators and a comma in the step.
layout(location = 0) in vec4 weights;
layout(location = 0) out vec2 pair;

void main()
{
    int lo, hi;
    vec2 acc = vec2(0.0);
    for (int a = 0, b = 3; a < b; ++a, --b)
    {
        acc += vec2(weights[a], weights[b]);
        lo = a;
        hi = b;
    }
    pair = acc / float(1 + lo + hi);
    gl_Position = vec4(acc, 0.0, 1.0);
}
