#version 450
// client: vulkan
// Printed as it is spelled: letters of components, names of constants, braces of cases.
const float PI = 3.14159265;
const int STEPS = 8, RED = 1, SAME = 8;
const vec3 UP = vec3(0.0, 1.0, 0.0);
layout(location = 0) in vec4 v;
layout(location = 1) flat in int mode;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D tex;

float turns(float x)
{
    return x * PI + 3.0;
}

float bent(float x)
{
    const float EPS = 0.001, SCALE = 2.5;
    if (x < EPS) x = EPS;
    return SCALE / x;
}

void main()
{
    vec4 t = texture(tex, v.st);
    vec3 c = t.rgb * PI + UP;
    color.rgb = c;
    color.a = t.a + v.q + v.w;
    for (int i = 0; i < STEPS; i++)
        c.bg += turns(PI) * v.pq;
    switch (mode) {
    case 0: {
        float q = t.r;
        color.r = q;
        break;
    }
    case RED: color.g = bent(c.x); break;
    case SAME: { color.b = 4.0; }
    case 3: color.b = 5.0; { c.r = 3.0; } break;
    default: { color.g = 8.0; } break;
    }
    color += vec4(c.x, c.y, c.z, t.r) + vec4(vec2(c.r), vec2(PI, 3.0)) + vec4(vec4(PI)) + float(1.0);
    color.x += float(uint(1u) + uint(mode) >> 2u ^ 3u);
}
