#version 450
// client: vulkan
// Constant divisions by zero and overflow to infinity and NaN.
layout(location = 0) in float x;
layout(location = 0) out vec4 o;

const float inf = 1.0 / 0.0;
const float ninf = -inf;
const float over = 3e38 * 10.0;

void main()
{
    float nan = inf - inf;
    bool isN = isnan(nan);
    o = vec4(x < inf, x > ninf, isinf(over), isN);
}
