#version 450
// client: vulkan
// Tone mapping operators chosen at run time, with dithering.
layout(set = 0, binding = 0) uniform sampler2D hdr;
layout(set = 0, binding = 1) uniform sampler2D adapted;
layout(push_constant) uniform Settings { int curve; float exposure; float white; float gamma; } cfg;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec3 reinhard(vec3 x) { return x * (1.0 + x / (cfg.white * cfg.white)) / (1.0 + x); }

vec3 aces(vec3 x)
{
    const float a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;
    return clamp((x * (a * x + b)) / (x * (c * x + d) + e), 0.0, 1.0);
}

vec3 filmicCurve(vec3 x)
{
    return ((x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06)) - 0.0667;
}

float dither(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

void main()
{
    float lum = max(texelFetch(adapted, ivec2(0), 0).r, 1e-4);
    vec3 c = texture(hdr, uv).rgb * cfg.exposure / lum;
    switch (cfg.curve)
    {
    case 0:
        c = reinhard(c);
        break;
    case 1:
        c = aces(c);
        break;
    case 2:
        c = filmicCurve(c * 2.0) / filmicCurve(vec3(cfg.white));
        break;
    default:
        c = 1.0 - exp(-c);
    }
    c = pow(max(c, 0.0), vec3(1.0 / cfg.gamma));
    color = vec4(c + (dither(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
