#version 450
// client: vulkan
// The condition of a loop is a scalar bool (6.3).
layout(location = 0) in vec2 v;
layout(location = 0) out vec2 o;
void main()
{
    o = v;
    while (lessThan(o, vec2(1.0))) // error: a bvec2
        o += 0.1;
}
