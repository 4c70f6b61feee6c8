#version 450
// client: vulkan
// Terrain displacement from octaves of value noise with derivative normals.
layout(location = 0) in vec2 xz;
layout(set = 0, binding = 0) uniform Terrain { mat4 viewProj; vec3 eye; float height; float frequency; int octaves; } terrain;
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 world;
layout(location = 2) out float fog;

float hash(ivec2 p)
{
    int n = p.x + p.y * 57;
    n = (n << 13) ^ n;
    return 1.0 - float((n * (n * n * 15731 + 789221) + 1376312589) & 0x7fffffff) / 1073741824.0;
}

vec3 noised(vec2 x)
{
    ivec2 i = ivec2(floor(x));
    vec2 f = fract(x);
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    vec2 du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    float a = hash(i), b = hash(i + ivec2(1, 0)), c = hash(i + ivec2(0, 1)), d = hash(i + 1);
    return vec3(a + (b - a) * u.x + (c - a) * u.y + (a - b - c + d) * u.x * u.y,
                du * (vec2(b - a, c - a) + (a - b - c + d) * u.yx));
}

vec3 fbm(vec2 p)
{
    float amp = 0.5, sum = 0.0, freq = 1.0;
    vec2 d = vec2(0.0);
    for (int i = 0; i < terrain.octaves; ++i)
    {
        vec3 n = noised(p * freq);
        d += n.yz * amp * freq;
        sum += amp * n.x / (1.0 + dot(d, d));
        amp *= 0.5;
        freq *= 2.0;
    }
    return vec3(sum, d);
}

void main()
{
    vec3 h = fbm(xz * terrain.frequency);
    world = vec3(xz.x, h.x * terrain.height, xz.y);
    vec2 slope = h.yz * terrain.height * terrain.frequency;
    normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    fog = 1.0 - exp(-distance(world, terrain.eye) * 0.002);
    gl_Position = terrain.viewProj * vec4(world, 1.0);
}
