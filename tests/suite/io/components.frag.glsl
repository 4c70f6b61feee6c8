#version 450
// client: vulkan
// Several variables in one location by component.
layout(location = 0, component = 0) in vec2 a;
layout(location = 0, component = 2) in float b;
layout(location = 0, component = 3) in float c;
layout(location = 1, component = 1) in vec3 d;
layout(location = 0, component = 0) out vec2 lo;
layout(location = 0, component = 2) out vec2 hi;

void main()
{
    lo = a * b + d.xy;
    hi = vec2(c, d.z);
}
