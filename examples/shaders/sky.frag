#version 450
// A daylight sky: single scattering by air and haze along the ray, with a sun disc and stars.

layout(push_constant) uniform View
{
    mat4 directions;
    vec3 sun;
    float exposure;
} view;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

const float GROUND = 6371e3;
const float TOP = 6471e3;
const vec3 AIR = vec3(5.8e-6, 13.5e-6, 33.1e-6);
const float HAZE = 21e-6;

// The distance at which a ray from inside leaves a sphere around the origin.
float leaves(vec3 origin, vec3 ray, float radius)
{
    float b = dot(origin, ray);
    float c = dot(origin, origin) - radius * radius;
    return -b + sqrt(max(b * b - c, 0.0));
}

bool reachesGround(vec3 origin, vec3 ray)
{
    float b = dot(origin, ray);
    return b < 0.0 && b * b >= dot(origin, origin) - GROUND * GROUND;
}

vec2 densities(vec3 at)
{
    float height = max(length(at) - GROUND, 0.0);
    return exp(-height / vec2(8000.0, 1200.0));
}

vec3 extinction(vec2 depth) { return exp(-(AIR * depth.x + HAZE * 1.1 * depth.y)); }

vec2 depthToSun(vec3 from)
{
    const int steps = 6;
    float stride = leaves(from, view.sun, TOP) / float(steps);
    vec2 depth = vec2(0.0);
    for (int i = 0; i < steps; ++i)
        depth += densities(from + view.sun * stride * (float(i) + 0.5)) * stride;
    return depth;
}

vec3 scattered(vec3 origin, vec3 ray, out vec3 through)
{
    const int steps = 16;
    float stride = leaves(origin, ray, TOP) / float(steps);
    vec2 depth = vec2(0.0);
    vec3 air = vec3(0.0), haze = vec3(0.0);
    for (int i = 0; i < steps; ++i)
    {
        vec3 at = origin + ray * stride * (float(i) + 0.5);
        vec2 here = densities(at) * stride;
        depth += here;
        if (reachesGround(at, view.sun))
            continue;
        vec3 light = extinction(depth + depthToSun(at));
        air += light * here.x;
        haze += light * here.y;
    }
    through = extinction(depth);
    float mu = dot(ray, view.sun);
    const float g = 0.76;
    float phaseAir = 0.0596831 * (1.0 + mu * mu);
    float phaseHaze = 0.1193662 * (1.0 - g * g) * (1.0 + mu * mu)
        / ((2.0 + g * g) * pow(1.0 + g * g - 2.0 * g * mu, 1.5));
    return 20.0 * (air * AIR * phaseAir + haze * HAZE * phaseHaze);
}

float stars(vec3 ray)
{
    uvec3 cell = uvec3(ivec3(floor(ray * 180.0)));
    uint h = (cell.x * 73856093u) ^ (cell.y * 19349663u) ^ (cell.z * 83492791u);
    h = (h ^ (h >> 13)) * 1274126177u;
    return (h & 0x3FFu) == 0u ? float(h >> 24) / 255.0 : 0.0;
}

void main()
{
    vec4 h = view.directions * vec4(uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(h.xyz / h.w);
    vec3 origin = vec3(0.0, GROUND + 200.0, 0.0);
    if (reachesGround(origin, ray))
        ray.y = abs(ray.y);

    vec3 through;
    vec3 light = scattered(origin, ray, through);
    float disc = smoothstep(0.99995, 0.99998, dot(ray, view.sun));
    light += through * (disc * 50.0 + stars(ray) * 0.02);
    color = vec4(1.0 - exp(-light * view.exposure), 1.0);
}
