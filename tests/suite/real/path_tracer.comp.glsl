#version 450
// client: vulkan
// A small path tracer: spheres, cosine sampling, Russian roulette.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba32f) uniform image2D film;
layout(push_constant) uniform Pc { uint frame; float fov; };

struct Material { vec3 albedo; vec3 emit; float metal; };
struct Ball { vec4 s; Material m; };

const Ball balls[5] = {
    { vec4(0.0, -1000.5, -3.0, 1000.0), { vec3(0.7), vec3(0.0), 0.0 } },
    { vec4(-1.1, 0.0, -3.0, 0.5), { vec3(0.9, 0.3, 0.3), vec3(0.0), 0.0 } },
    { vec4(0.0, 0.0, -3.0, 0.5), { vec3(0.95), vec3(0.0), 1.0 } },
    { vec4(1.1, 0.0, -3.0, 0.5), { vec3(0.3, 0.4, 0.9), vec3(0.0), 0.2 } },
    { vec4(0.0, 4.0, -2.0, 1.5), { vec3(0.0), vec3(8.0, 7.0, 6.0), 0.0 } }
};

uint state;

float random()
{
    state = state * 747796405u + 2891336453u;
    uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return float((w >> 22u) ^ w) / 4294967295.0;
}

bool hit(vec3 o, vec3 d, out float t, out int which)
{
    t = 1e20;
    which = -1;
    for (int i = 0; i < balls.length(); ++i)
    {
        vec3 oc = o - balls[i].s.xyz;
        float b = dot(oc, d), c = dot(oc, oc) - balls[i].s.w * balls[i].s.w;
        float h = b * b - c;
        if (h < 0.0) continue;
        h = sqrt(h);
        float k = -b - h > 1e-3 ? -b - h : -b + h;
        if (k > 1e-3 && k < t) { t = k; which = i; }
    }
    return which >= 0;
}

vec3 cosineDir(vec3 n)
{
    float z = random() * 2.0 - 1.0, a = random() * 6.2831853;
    return normalize(n + vec3(sqrt(1.0 - z * z) * vec2(cos(a), sin(a)), z));
}

vec3 trace(vec3 o, vec3 d)
{
    vec3 sum = vec3(0.0), weight = vec3(1.0);
    for (int depth = 0; depth < 8; ++depth)
    {
        float t;
        int i;
        if (!hit(o, d, t, i))
            return sum + weight * mix(vec3(1.0), vec3(0.5, 0.7, 1.0), 0.5 * (d.y + 1.0)) * 0.5;
        Material m = balls[i].m;
        o += d * t;
        vec3 n = (o - balls[i].s.xyz) / balls[i].s.w;
        sum += weight * m.emit;
        weight *= m.albedo;
        if (depth > 2)
        {
            float p = max(weight.r, max(weight.g, weight.b));
            if (random() >= p) break;
            weight /= p;
        }
        d = random() < m.metal ? reflect(d, n) : cosineDir(n);
    }
    return sum;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(film);
    if (any(greaterThanEqual(p, size))) return;
    state = uint(p.x) * 1973u + uint(p.y) * 9277u + frame * 26699u | 1u;
    vec2 q = (vec2(p) + vec2(random(), random())) / vec2(size) * 2.0 - 1.0;
    vec3 d = normalize(vec3(q.x * float(size.x) / float(size.y), -q.y, -1.0 / tan(fov * 0.5)));
    vec4 old = frame == 0u ? vec4(0.0) : imageLoad(film, p);
    imageStore(film, p, old + vec4(trace(vec3(0.0), d), 1.0));
}
