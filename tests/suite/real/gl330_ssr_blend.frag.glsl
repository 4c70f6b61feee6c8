#version 330
// client: opengl
// Screen-space reflection blended by roughness, loose uniforms.
uniform sampler2D colorBuf;
uniform sampler2D normalBuf;
uniform sampler2D depthBuf;
uniform mat4 projection;
uniform mat4 invProjection;
uniform float stride = 0.2;
uniform int maxSteps = 48;
in vec2 uv;
out vec4 fragColor;

vec3 position(vec2 p)
{
    vec4 v = invProjection * vec4(vec3(p, texture(depthBuf, p).r) * 2 - 1, 1);
    return v.xyz / v.w;
}

vec2 project(vec3 v)
{
    vec4 c = projection * vec4(v, 1);
    return c.xy / c.w * 0.5 + 0.5;
}

bool trace(vec3 from, vec3 dir, out vec2 hit)
{
    vec3 p = from;
    float s = stride;
    for (int i = 0; i < maxSteps; ++i)
    {
        p += dir * s;
        hit = project(p);
        if (any(lessThan(hit, vec2(0))) || any(greaterThan(hit, vec2(1))))
            return false;
        float gap = position(hit).z - p.z;
        if (gap > 0 && gap < s * 2)
        {
            for (int k = 0; k < 5; ++k)
            {
                s *= 0.5;
                p += position(project(p)).z > p.z ? -dir * s : dir * s;
            }
            hit = project(p);
            return true;
        }
        s *= 1.05;
    }
    return false;
}

void main()
{
    vec4 base = texture(colorBuf, uv);
    vec4 nr = texture(normalBuf, uv);
    vec3 n = normalize(nr.xyz * 2 - 1), p = position(uv), v = normalize(p);
    vec2 h;
    fragColor = base;
    if (nr.w < 0.8 && trace(p + n * 0.05, reflect(v, n), h))
    {
        vec2 edge = smoothstep(0.0, 0.1, h) * (1 - smoothstep(0.9, 1.0, h));
        float k = edge.x * edge.y * (1 - nr.w) * pow(1 + dot(v, n), 3);
        fragColor.rgb = mix(base.rgb, texture(colorBuf, h).rgb, clamp(k, 0, 1));
    }
}
