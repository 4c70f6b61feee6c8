#version 450
// A plasma: two layers of rotating waves warp each other, lit as if they were a relief.

layout(push_constant) uniform Frame
{
    vec2 resolution;
    float time;
} frame;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

const int OCTAVES = 5;

mat2 rotation(float angle)
{
    float c = cos(angle), s = sin(angle);
    return mat2(c, s, -s, c);
}

// The height of the plasma at a point.
float height(vec2 p)
{
    float sum = 0.0;
    float amplitude = 0.5;
    mat2 turn = rotation(0.7);
    for (int i = 0; i < OCTAVES; ++i)
    {
        float t = frame.time * (0.3 + 0.11 * float(i));
        p += 0.6 * sin(p.yx * 1.3 + vec2(t, -t));
        sum += amplitude * sin(p.x + t) * cos(p.y - 0.7 * t);
        p = turn * p * 1.7;
        amplitude *= 0.55;
    }
    return sum;
}

// Smooth colours that come back to where they began.
vec3 palette(float t)
{
    return 0.5 + 0.5 * cos(6.2831853 * (t + vec3(0.02, 0.27, 0.58)));
}

void main()
{
    vec2 p = (uv - 0.5) * vec2(frame.resolution.x / frame.resolution.y, 1.0) * 5.0;
    const float e = 0.01;
    float h = height(p);
    vec2 slope = vec2(height(p + vec2(e, 0.0)) - h, height(p + vec2(0.0, e)) - h) / e;

    vec3 normal = normalize(vec3(-slope * 0.6, 1.0));
    vec3 light = normalize(vec3(cos(frame.time * 0.4), sin(frame.time * 0.4), 1.2));
    float diffuse = max(dot(normal, light), 0.0);
    float specular = pow(max(reflect(-light, normal).z, 0.0), 24.0);

    vec3 base = palette(h * 0.6 + frame.time * 0.03);
    vec3 lit = base * (0.25 + 0.85 * diffuse) + 0.5 * specular;
    float vignette = 1.0 - 0.35 * dot(uv - 0.5, uv - 0.5) * 4.0;
    color = vec4(pow(lit * vignette, vec3(1.0 / 1.1)), 1.0);
}
