#version 450
// client: vulkan
// Unsized arrays take their size from the initialiser.
layout(location = 0) in float t;
layout(location = 0) out vec4 o;

const float taps[] = float[](0.06, 0.24, 0.4, 0.24, 0.06);
const ivec2 offs[] = { ivec2(0, 1), ivec2(1, 0), ivec2(-1, 0) };

void main()
{
    float s = 0.0;
    for (int i = 0; i < taps.length(); ++i)
        s += taps[i] * t;
    vec2 q[] = vec2[](vec2(t), vec2(1.0));
    int total = 0;
    for (int i = 0; i < offs.length(); ++i)
        total += offs[i].x * 3 + offs[i].y;
    int grid[][2] = int[][2](int[2](1, 2), int[2](3, 4), int[2](total, 6));
    o = vec4(s, q[0].x + q[1].y, float(grid.length()), float(grid[2][0]));
}
