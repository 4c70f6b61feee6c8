#version 450
// client: vulkan
// Arithmetic on float scalars and vectors in both orders.
layout(location = 0) in vec3 a;
layout(location = 1) in float k;
layout(location = 0) out vec4 o;

void main()
{
    vec3 r = a + k;
    r = k - r;
    r = r * a;
    r = 2.0 / (r + vec3(1.5));
    r = -r / k;
    o = vec4(r, +k);
}
