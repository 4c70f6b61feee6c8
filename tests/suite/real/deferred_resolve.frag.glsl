#version 450
// client: vulkan
// Deferred lighting from subpass inputs with octahedral normals.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput gAlbedo;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInput gNormal;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform subpassInput gDepth;
struct Lamp { vec4 posRadius; vec4 colour; vec4 spot; };
layout(std430, set = 1, binding = 0) readonly buffer Lamps { uint lampCount; Lamp lamps[]; };
layout(set = 1, binding = 1) uniform Frame { mat4 invViewProj; vec4 eye; vec2 size; };
layout(location = 0) out vec4 color;

vec3 decodeOct(vec2 e)
{
    vec3 v = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (v.z < 0.0)
        v.xy = (1.0 - abs(v.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(v.xy, vec2(0.0)));
    return normalize(v);
}

float attenuate(const Lamp l, vec3 toLamp)
{
    float d2 = dot(toLamp, toLamp), r = l.posRadius.w;
    float f = clamp(1.0 - d2 * d2 / (r * r * r * r), 0.0, 1.0);
    return f * f / (d2 + 1.0);
}

void main()
{
    vec4 albedo = subpassLoad(gAlbedo);
    vec3 n = decodeOct(subpassLoad(gNormal).xy * 2.0 - 1.0);
    vec4 h = invViewProj * vec4(gl_FragCoord.xy / size * 2.0 - 1.0, subpassLoad(gDepth).r, 1.0);
    vec3 p = h.xyz / h.w;
    vec3 sum = albedo.rgb * 0.02;
    for (uint i = 0u; i < lampCount; ++i)
    {
        Lamp l = lamps[i];
        vec3 d = l.posRadius.xyz - p;
        float nl = dot(n, normalize(d));
        if (nl <= 0.0)
            continue;
        float cone = l.spot.w > -1.0 ? smoothstep(l.spot.w, 1.0, dot(normalize(-d), l.spot.xyz)) : 1.0;
        vec3 half_ = normalize(normalize(d) + normalize(eye.xyz - p));
        sum += (albedo.rgb * nl + pow(max(dot(n, half_), 0.0), exp2(10.0 * albedo.a))) * l.colour.rgb * attenuate(l, d) * cone;
    }
    color = vec4(sum, 1.0);
}
