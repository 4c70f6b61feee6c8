#version 450
// A vector that repeats a constant, times a scalar: the product is a vector, however it is written.
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;

void main()
{
    vec2 two = floor(clamp(vec2(2.0) * a.x, -4.0, 4.0));
    float one = (a.y * vec3(0.5)).z;
    color = vec4(two, one, float(any(greaterThan(a.z * vec4(3.0), a))));
}
