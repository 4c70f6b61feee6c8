#version 450
// client: vulkan
// Nested conditional operators, right associative, on several types.
layout(location = 0) in vec2 t;
layout(location = 1) flat in int q;
layout(location = 0) out vec4 o;

void main()
{
    float a = t.x < 0.2 ? 0.1 : t.x < 0.6 ? 0.5 : t.y > 0.5 ? 0.9 : 1.0;
    vec3 c = q == 0 ? vec3(1, 0, 0) : q == 1 ? vec3(0, 1, 0) : vec3(a);
    mat2 m = q > 2 ? mat2(a) : mat2(t, t);
    c.xy = (q & 1) != 0 ? m * c.xy : c.xy * m;
    o = vec4(c, a);
}
