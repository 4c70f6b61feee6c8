#version 450
// client: vulkan
// Cascaded shadow maps with percentage closer filtering on a Poisson disc.
#define CASCADES 4
layout(set = 0, binding = 0) uniform sampler2DArrayShadow shadowMap;
layout(set = 0, binding = 1, std140) uniform Shadow
{
    mat4 lightMatrix[CASCADES];
    vec4 splits;
    vec3 lightDir;
    float bias;
};
layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 2) in float viewDepth;
layout(location = 0) out vec4 color;

const vec2 disc[8] = vec2[](
    vec2(-0.326, -0.406), vec2(-0.840, -0.074), vec2(-0.696, 0.457), vec2(-0.203, 0.621),
    vec2(0.962, -0.195), vec2(0.473, -0.480), vec2(0.519, 0.767), vec2(0.185, -0.893));

int cascadeOf(float depth)
{
    int c = 0;
    for (; c < CASCADES - 1; ++c)
        if (depth < splits[c])
            break;
    return c;
}

float lit(int c, float slope)
{
    vec4 p = lightMatrix[c] * vec4(world, 1.0);
    p.xyz /= p.w;
    vec2 uv = p.xy * 0.5 + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0))))
        return 1.0;
    vec2 texel = 1.5 / vec2(textureSize(shadowMap, 0).xy);
    float a = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.2831853;
    mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
    float sum = 0.0;
    for (int i = 0; i < disc.length(); ++i)
        sum += texture(shadowMap, vec4(uv + turn * disc[i] * texel, float(c), p.z - bias * slope));
    return sum / float(disc.length());
}

void main()
{
    vec3 n = normalize(normal);
    float nl = max(dot(n, -lightDir), 0.0);
    float slope = clamp(tan(acos(nl)), 0.5, 4.0);
    int c = cascadeOf(viewDepth);
    float s = lit(c, slope);
    if (c + 1 < CASCADES)
    {
        float blend = smoothstep(0.9, 1.0, viewDepth / splits[c]);
        if (blend > 0.0)
            s = mix(s, lit(c + 1, slope), blend);
    }
    color = vec4(vec3(0.1 + nl * s), 1.0);
}
