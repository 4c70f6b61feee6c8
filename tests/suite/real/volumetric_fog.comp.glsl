#version 450
// client: vulkan
// Froxel fog: scattering along the view with Henyey-Greenstein phase.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler3D density;
layout(set = 0, binding = 1) uniform sampler2DShadow sunShadow;
layout(set = 0, binding = 2, rgba16f) uniform writeonly image3D froxels;
layout(set = 0, binding = 3) uniform Fog
{
    mat4 invViewProj;
    mat4 sunMatrix;
    vec3 eye;
    float g;
    vec3 sunDir;
    float extinction;
    vec3 sunColor;
    float range;
} fog;

float phase(float c) { float g2 = fog.g * fog.g; return (1.0 - g2) / (12.566 * pow(1.0 + g2 - 2.0 * fog.g * c, 1.5)); }

vec3 ray(vec2 ndc)
{
    vec4 p = fog.invViewProj * vec4(ndc, 1.0, 1.0);
    return normalize(p.xyz / p.w - fog.eye);
}

void main()
{
    ivec3 size = imageSize(froxels);
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, size.xy)))
        return;
    vec3 d = ray((vec2(p) + 0.5) / vec2(size.xy) * 2.0 - 1.0);
    float ph = phase(dot(d, fog.sunDir));
    vec3 light = vec3(0.0);
    float through = 1.0, last = 0.0;
    for (int z = 0; z < size.z; ++z)
    {
        float t = pow(float(z + 1) / float(size.z), 2.0) * fog.range;
        vec3 at = fog.eye + d * t;
        float sigma = textureLod(density, fract(at * 0.01), 0.0).r * fog.extinction;
        vec4 s = fog.sunMatrix * vec4(at, 1.0);
        float lit = textureLod(sunShadow, s.xyz / s.w, 0.0);
        float step_ = exp(-sigma * (t - last));
        light += through * (1.0 - step_) * fog.sunColor * lit * ph;
        through *= step_;
        last = t;
        imageStore(froxels, ivec3(p, z), vec4(light, through));
    }
}
