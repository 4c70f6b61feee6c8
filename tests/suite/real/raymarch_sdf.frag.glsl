#version 450
// client: vulkan
// Sphere tracing of a distance field with soft shadows and normals by differences.
layout(push_constant) uniform Pc { vec2 resolution; float time; };
layout(location = 0) out vec4 color;

mat2 rot(float a) { float c = cos(a), s = sin(a); return mat2(c, -s, s, c); }
float box(vec3 p, vec3 b) { vec3 q = abs(p) - b; return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0); }
float torus(vec3 p, vec2 t) { vec2 q = vec2(length(p.xz) - t.x, p.y); return length(q) - t.y; }
float smin(float a, float b, float k) { float h = max(k - abs(a - b), 0.0) / k; return min(a, b) - h * h * k * 0.25; }

vec2 scene(vec3 p)
{
    vec2 res = vec2(p.y + 1.0, 0.0);
    vec3 q = p;
    q.xz *= rot(time);
    float d = smin(box(q, vec3(0.5)), torus(q, vec2(0.9, 0.2)), 0.3);
    if (d < res.x) res = vec2(d, 1.0);
    float s = length(p - vec3(0.0, 1.2 + 0.3 * sin(time), 0.0)) - 0.35;
    if (s < res.x) res = vec2(s, 2.0);
    return res;
}

vec3 normalAt(vec3 p)
{
    vec3 n = vec3(0.0);
    for (int i = 0; i < 4; ++i)
    {
        vec3 e = 0.5773 * (2.0 * vec3(((i + 3) >> 1) & 1, (i >> 1) & 1, i & 1) - 1.0);
        n += e * scene(p + 0.0005 * e).x;
    }
    return normalize(n);
}

float shadow(vec3 o, vec3 d)
{
    float r = 1.0, t = 0.02;
    while (t < 8.0)
    {
        float h = scene(o + d * t).x;
        if (h < 0.001) return 0.0;
        r = min(r, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
    }
    return r;
}

void main()
{
    vec2 p = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    vec3 ro = vec3(3.0 * sin(time * 0.2), 1.5, 3.0 * cos(time * 0.2));
    vec3 f = normalize(-ro), r = normalize(cross(f, vec3(0.0, 1.0, 0.0))), u = cross(r, f);
    vec3 rd = mat3(r, u, f) * normalize(vec3(p, 1.8));
    float t = 0.0, id = -1.0;
    for (int i = 0; i < 96; ++i)
    {
        vec2 h = scene(ro + rd * t);
        if (h.x < 0.0005 * t) { id = h.y; break; }
        t += h.x;
        if (t > 20.0) break;
    }
    vec3 c = vec3(0.6, 0.75, 0.9) - 0.4 * rd.y;
    if (id >= 0.0)
    {
        vec3 pos = ro + rd * t, n = normalAt(pos), l = normalize(vec3(0.7, 0.8, 0.3));
        vec3 base = id < 0.5 ? vec3(mod(floor(pos.x) + floor(pos.z), 2.0) * 0.3 + 0.3)
                  : id < 1.5 ? vec3(0.8, 0.3, 0.2) : vec3(0.2, 0.5, 0.8);
        float dif = max(dot(n, l), 0.0) * shadow(pos, l);
        c = base * (dif + 0.2 * (0.5 + 0.5 * n.y)) + pow(max(dot(reflect(rd, n), l), 0.0), 32.0) * dif;
        c = mix(c, vec3(0.6, 0.75, 0.9), 1.0 - exp(-0.005 * t * t));
    }
    color = vec4(sqrt(c), 1.0);
}
