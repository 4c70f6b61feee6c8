#version 450
// client: vulkan
// Only the chosen operand of ?: is evaluated.
layout(location = 0) in float x;
layout(location = 0) out vec3 o;

float count;
float up() { count += 1.0; return count; }
float down() { count -= 2.0; return count; }

void main()
{
    count = x;
    float a = x > 0.5 ? up() : down();
    int i = 3;
    int j = x > 0.25 ? i++ : --i;
    o = vec3(a, count, float(i * 10 + j));
}
