#version 450
// client: vulkan
// A counted for loop with a declared induction variable.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main()
{
    float sum = 0.0;
    for (int i = 0; i < 8; ++i)
    {
        sum += uv.x * float(i);
    }
    color = vec4(sum, uv.y, 0.0, 1.0);
}
