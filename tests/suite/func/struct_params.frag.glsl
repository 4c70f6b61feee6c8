#version 450
// client: vulkan
// Structs as parameters and as results.
struct Ray { vec3 o; vec3 d; };
struct Hit { float t; vec3 n; bool ok; };
layout(location = 0) in vec3 dir;
layout(location = 0) out vec4 color;

Hit sphere(Ray r, float rad)
{
    float b = dot(r.o, r.d);
    float c = dot(r.o, r.o) - rad * rad;
    float h = b * b - c;
    if (h < 0.0) return Hit(-1.0, vec3(0.0), false);
    float t = -b - sqrt(h);
    return Hit(t, normalize(r.o + r.d * t), true);
}

void advance(inout Ray r, in Hit h) { r.o += r.d * h.t; r.d = reflect(r.d, h.n); }

void main()
{
    Ray r = Ray(vec3(0.0, 0.0, -3.0), normalize(dir));
    Hit h = sphere(r, 1.0);
    if (h.ok) advance(r, h);
    color = vec4(r.d * 0.5 + 0.5, sphere(r, 0.5).ok ? 1.0 : h.n.x);
}
