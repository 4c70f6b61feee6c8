#version 450

// A plasma: waves of several directions and speeds, folded into a palette, with a soft vignette.

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

layout(std140, set = 0, binding = 0) uniform Frame {
    vec2 resolution;
    float time;
    int octaves;
} frame;

layout(set = 0, binding = 1) uniform sampler2D noise;

const float TAU = 6.28318530718;
const vec3 PHASES = vec3(0.0, 0.33, 0.67);

mat2 rotation(float angle)
{
    float s = sin(angle);
    float c = cos(angle);
    return mat2(c, s, -s, c);
}

vec3 palette(float t)
{
    return 0.5 + 0.5 * cos(TAU * (t + PHASES));
}

float waves(vec2 p, float time)
{
    float sum = 0.0;
    float amplitude = 0.5;
    for (int i = 0; i < frame.octaves; ++i) {
        p = rotation(0.7 + 0.1 * float(i)) * p * 1.7;
        sum += amplitude * (sin(p.x + time) + cos(p.y - 0.6 * time));
        amplitude *= 0.55;
        if (amplitude < 0.01)
            break;
    }
    return sum;
}

void main()
{
    vec2 p = (uv * 2.0 - 1.0) * vec2(frame.resolution.x / frame.resolution.y, 1.0);
    vec2 warp = texture(noise, uv + 0.02 * frame.time).xy - 0.5;
    float value = waves(4.0 * p + warp, frame.time);

    vec3 tint = palette(0.15 * frame.time + 0.5 * value);
    float edge = dot(p, p);
    tint *= edge < 1.0 ? 1.0 : smoothstep(4.0, 1.0, edge);
    color = vec4(sqrt(clamp(tint, 0.0, 1.0)), 1.0);
}
