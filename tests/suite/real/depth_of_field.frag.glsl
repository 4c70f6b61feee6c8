#version 430
// client: opengl
// Depth of field: circle of confusion and golden-angle gather.
layout(binding = 0) uniform sampler2D colorTex;
layout(binding = 1) uniform sampler2D depthTex;
uniform float focus = 10.0, aperture = 1.2, maxBlur = 12.0;
uniform vec2 clip;
in vec2 uv;
out vec4 fragColor;

float viewDepth(vec2 p)
{
    float d = texture(depthTex, p).r * 2 - 1;
    return 2 * clip.x * clip.y / (clip.y + clip.x - d * (clip.y - clip.x));
}

float coc(float depth) { return clamp(abs(1 / focus - 1 / depth) * aperture * 100, 0, 1) * maxBlur; }

void main()
{
    vec2 px = 1.0 / textureSize(colorTex, 0);
    float mine = viewDepth(uv), size = coc(mine);
    vec3 sum = texture(colorTex, uv).rgb;
    float total = 1, radius = 0.5;
    for (float a = 0; radius < maxBlur; a += 2.39996323)
    {
        vec2 p = uv + vec2(cos(a), sin(a)) * px * radius;
        vec3 c = texture(colorTex, p).rgb;
        float d = viewDepth(p), s = coc(d);
        if (d > mine)
            s = clamp(s, 0, size * 2);
        float m = smoothstep(radius - 0.5, radius + 0.5, s);
        sum += mix(sum / total, c, m);
        total += 1;
        radius += 0.5 / radius;
    }
    fragColor = vec4(sum / total, 1);
}
