#version 450
// client: vulkan
// Terrain material blending by slope and height, triplanar mapping.
layout(set = 1, binding = 0) uniform sampler2DArray layers;
layout(set = 1, binding = 1) uniform Blend { vec4 heights; vec2 slopes; float tiling; vec3 fogColor; } blend;
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 world;
layout(location = 2) in float fog;
layout(location = 0) out vec4 color;

vec3 triplanar(float layer, vec3 n)
{
    vec3 w = pow(abs(n), vec3(4.0));
    w /= w.x + w.y + w.z;
    vec3 p = world * blend.tiling;
    return texture(layers, vec3(p.zy, layer)).rgb * w.x
         + texture(layers, vec3(p.xz, layer)).rgb * w.y
         + texture(layers, vec3(p.xy, layer)).rgb * w.z;
}

void main()
{
    vec3 n = normalize(normal);
    float w[4];
    float steep = 1.0 - n.y;
    w[0] = 1.0 - smoothstep(blend.heights.x, blend.heights.y, world.y);
    w[1] = (1.0 - w[0]) * (1.0 - smoothstep(blend.slopes.x, blend.slopes.y, steep));
    w[2] = smoothstep(blend.slopes.x, blend.slopes.y, steep);
    w[3] = smoothstep(blend.heights.z, blend.heights.w, world.y) * (1.0 - w[2]);
    float total = 0.0;
    vec3 c = vec3(0.0);
    for (int i = 0; i < 4; ++i)
    {
        if (w[i] < 0.01)
            continue;
        c += triplanar(float(i), n) * w[i];
        total += w[i];
    }
    c /= max(total, 0.001);
    c *= 0.3 + 0.7 * max(dot(n, vec3(0.4, 0.8, 0.4)), 0.0);
    color = vec4(mix(c, blend.fogColor, fog), 1.0);
}
