#version 450
// client: vulkan
// Nested structs and arrays of structs in a uniform block.
struct Fall { float near, far; };
struct Lamp { vec3 at; Fall fall; vec3 rgb; };
layout(binding = 0) uniform Lights { Lamp lamps[4]; int n; Lamp sun; } u;
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

vec3 shade(Lamp l)
{
    float d = distance(l.at, p);
    return l.rgb * (1.0 - smoothstep(l.fall.near, l.fall.far, d));
}

void main()
{
    vec3 c = shade(u.sun);
    for (int i = 0; i < u.n; ++i)
        c += shade(u.lamps[i]);
    Fall first = u.lamps[0].fall;
    o = vec4(c, first.far - first.near);
}
