#version 450
// client: vulkan
// Ambient occlusion from depth with a rotated hemisphere kernel.
layout(constant_id = 0) const int SAMPLES = 16;
layout(set = 0, binding = 0) uniform sampler2D depthTex;
layout(set = 0, binding = 1) uniform sampler2D normalTex;
layout(set = 0, binding = 2) uniform sampler2D noiseTex;
layout(set = 0, binding = 3) uniform Ssao { mat4 proj; mat4 invProj; vec4 kernel[64]; float radius; float bias; float power; };
layout(location = 0) in vec2 uv;
layout(location = 0) out float occlusion;

vec3 viewPos(vec2 p)
{
    vec4 clip = vec4(p * 2.0 - 1.0, texture(depthTex, p).r, 1.0);
    vec4 v = invProj * clip;
    return v.xyz / v.w;
}

void main()
{
    vec3 p = viewPos(uv);
    vec3 n = normalize(texture(normalTex, uv).xyz * 2.0 - 1.0);
    vec2 tiles = vec2(textureSize(depthTex, 0)) / vec2(textureSize(noiseTex, 0));
    vec3 r = vec3(texture(noiseTex, uv * tiles).xy * 2.0 - 1.0, 0.0);
    vec3 t = normalize(r - n * dot(r, n));
    mat3 tbn = mat3(t, cross(n, t), n);
    float occ = 0.0;
    for (int i = 0; i < SAMPLES; ++i)
    {
        vec3 s = p + tbn * kernel[i].xyz * radius;
        vec4 c = proj * vec4(s, 1.0);
        vec2 q = c.xy / c.w * 0.5 + 0.5;
        float z = viewPos(q).z;
        float inRange = smoothstep(0.0, 1.0, radius / max(abs(p.z - z), 1e-4));
        occ += (z >= s.z + bias ? 1.0 : 0.0) * inRange;
    }
    occlusion = pow(1.0 - occ / float(SAMPLES), power);
}
