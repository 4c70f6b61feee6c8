#version 450
// client: vulkan
// Parallax occlusion mapping with a linear and a refining search.
layout(set = 0, binding = 0) uniform sampler2D heightMap;
layout(set = 0, binding = 1) uniform sampler2D diffuseMap;
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 viewTangent;
layout(location = 2) in vec3 lightTangent;
layout(location = 0) out vec4 color;
layout(push_constant) uniform Pc { float depthScale; float minLayers; float maxLayers; };

float depthAt(vec2 p, vec2 dx, vec2 dy) { return 1.0 - textureGrad(heightMap, p, dx, dy).r; }

vec2 march(vec3 v, out float hit)
{
    vec2 dx = dFdx(uv), dy = dFdy(uv);
    float layers = mix(maxLayers, minLayers, abs(v.z));
    float stepDepth = 1.0 / layers;
    vec2 delta = v.xy / v.z * depthScale * stepDepth;
    vec2 p = uv;
    float ray = 0.0, map = depthAt(p, dx, dy);
    while (ray < map && ray < 1.0)
    {
        p -= delta;
        map = depthAt(p, dx, dy);
        ray += stepDepth;
    }
    for (int i = 0; i < 5; ++i)
    {
        delta *= 0.5;
        stepDepth *= 0.5;
        bool below = depthAt(p, dx, dy) < ray;
        p += below ? delta : -delta;
        ray += below ? -stepDepth : stepDepth;
    }
    hit = ray;
    return p;
}

void main()
{
    vec3 v = normalize(viewTangent);
    float d;
    vec2 p = march(v, d);
    if (p.x < 0.0 || p.y < 0.0 || p.x > 1.0 || p.y > 1.0)
        discard;
    vec3 base = texture(diffuseMap, p).rgb;
    float l = max(normalize(lightTangent).z, 0.0) * (1.0 - 0.5 * d);
    color = vec4(base * l, 1.0);
}
