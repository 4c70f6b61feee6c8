#version 450
// client: vulkan
// Gradient noise by integer hashing, fractal sums and domain warping.
layout(push_constant) uniform Pc { float time; float scale; };
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

uvec2 pcg2d(uvec2 v)
{
    v = v * 1664525u + 1013904223u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    return v ^ (v >> 16u);
}

vec2 grad(ivec2 c)
{
    uvec2 h = pcg2d(uvec2(c));
    return vec2(h) * (2.0 / 4294967296.0) - 1.0;
}

float noise(vec2 p)
{
    const float F = 0.36602540378, G = 0.2113248654;
    ivec2 i = ivec2(floor(p + (p.x + p.y) * F));
    vec2 a = p - vec2(i) + float(i.x + i.y) * G;
    ivec2 o = a.x > a.y ? ivec2(1, 0) : ivec2(0, 1);
    vec2 b = a - vec2(o) + G;
    vec2 c = a - 1.0 + 2.0 * G;
    vec3 h = max(0.5 - vec3(dot(a, a), dot(b, b), dot(c, c)), 0.0);
    h *= h * h * h;
    return dot(h, vec3(dot(a, grad(i)), dot(b, grad(i + o)), dot(c, grad(i + 1)))) * 70.0;
}

float fbm(vec2 p)
{
    float v = 0.0, a = 0.5;
    const mat2 r = mat2(1.6, 1.2, -1.2, 1.6);
    for (int i = 0; i < 5; i++, a *= 0.5, p = r * p)
        v += a * noise(p);
    return v;
}

void main()
{
    vec2 p = uv * scale;
    vec2 q = vec2(fbm(p), fbm(p + vec2(5.2, 1.3)));
    vec2 r = vec2(fbm(p + 4.0 * q + 0.15 * time), fbm(p + 4.0 * q + vec2(8.3, 2.8)));
    float f = fbm(p + 4.0 * r);
    vec3 c = mix(vec3(0.1, 0.2, 0.3), vec3(0.9, 0.8, 0.6), clamp(f * f * 4.0, 0.0, 1.0));
    color = vec4(mix(c, vec3(0.3, 0.0, 0.2), length(q)) * (f + 0.8), 1.0);
}
