#version 450
// client: vulkan
// Physically based shading: GGX, Smith, Schlick, several point lights.
const float PI = 3.14159265359;

struct PointLight { vec4 position; vec4 colour; };

layout(set = 0, binding = 0, std140) uniform Scene
{
    vec3 eye;
    int lightCount;
    PointLight lights[8];
};
layout(set = 1, binding = 0) uniform sampler2D albedoMap;
layout(set = 1, binding = 1) uniform sampler2D ormMap;
layout(set = 1, binding = 2) uniform sampler2D normalMap;

layout(location = 0) in vec3 worldPos;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 outColor;

vec3 perturbedNormal()
{
    vec3 t = texture(normalMap, uv).xyz * 2.0 - 1.0;
    vec3 q1 = dFdx(worldPos), q2 = dFdy(worldPos);
    vec2 st1 = dFdx(uv), st2 = dFdy(uv);
    vec3 n = normalize(worldNormal);
    vec3 tangent = normalize(q1 * st2.t - q2 * st1.t);
    vec3 bitangent = -normalize(cross(n, tangent));
    return normalize(mat3(tangent, bitangent, n) * t);
}

float distributionGGX(vec3 n, vec3 h, float rough)
{
    float a2 = rough * rough * rough * rough;
    float nh = max(dot(n, h), 0.0);
    float d = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

float schlickGGX(float nv, float rough)
{
    float k = (rough + 1.0) * (rough + 1.0) / 8.0;
    return nv / (nv * (1.0 - k) + k);
}

vec3 fresnel(float cosTheta, vec3 f0)
{
    return f0 + (1.0 - f0) * pow(clamp(1.0 - cosTheta, 0.0, 1.0), 5.0);
}

void main()
{
    vec3 albedo = pow(texture(albedoMap, uv).rgb, vec3(2.2));
    vec3 orm = texture(ormMap, uv).rgb;
    float ao = orm.r, rough = orm.g, metal = orm.b;
    vec3 n = perturbedNormal();
    vec3 v = normalize(eye - worldPos);
    vec3 f0 = mix(vec3(0.04), albedo, metal);
    vec3 lo = vec3(0.0);
    for (int i = 0; i < lightCount; ++i)
    {
        vec3 toLight = lights[i].position.xyz - worldPos;
        vec3 l = normalize(toLight);
        vec3 h = normalize(v + l);
        vec3 radiance = lights[i].colour.rgb / dot(toLight, toLight);
        float nv = max(dot(n, v), 0.0), nl = max(dot(n, l), 0.0);
        vec3 f = fresnel(max(dot(h, v), 0.0), f0);
        float ndf = distributionGGX(n, h, rough);
        float g = schlickGGX(nv, rough) * schlickGGX(nl, rough);
        vec3 spec = ndf * g * f / (4.0 * nv * nl + 0.0001);
        vec3 kd = (vec3(1.0) - f) * (1.0 - metal);
        lo += (kd * albedo / PI + spec) * radiance * nl;
    }
    vec3 color = vec3(0.03) * albedo * ao + lo;
    color /= color + 1.0;
    outColor = vec4(pow(color, vec3(1.0 / 2.2)), 1.0);
}
