#version 450
// client: vulkan
// Geometric functions.
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 0) out vec4 o;

void main()
{
    vec3 n = normalize(a);
    vec3 r = reflect(b, n) + refract(b, n, 1.0 / 1.33);
    r = faceforward(r, b, n) + cross(a, b);
    o = vec4(r, dot(a, b) + distance(a, b) + length(b.xy));
    o.x += distance(a.x, b.x) + length(a.z) + dot(a.y, b.y) + normalize(a.x);
}
