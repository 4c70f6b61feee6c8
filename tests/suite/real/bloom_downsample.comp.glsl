#version 450
// client: vulkan
// Bloom: thirteen-tap downsample with Karis average on the first level.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D src;
layout(set = 0, binding = 1, rgba16f) uniform writeonly image2D dst;
layout(push_constant) uniform Pc { float threshold; float knee; uint first; } pc;

vec3 prefilter(vec3 c)
{
    float b = max(c.r, max(c.g, c.b));
    float soft = clamp(b - pc.threshold + pc.knee, 0.0, 2.0 * pc.knee);
    soft = soft * soft / (4.0 * pc.knee + 1e-5);
    return c * max(soft, b - pc.threshold) / max(b, 1e-5);
}

float karis(vec3 c) { return 1.0 / (1.0 + dot(c, vec3(0.2126, 0.7152, 0.0722))); }

vec3 quad(vec3 a, vec3 b, vec3 c, vec3 d)
{
    if (pc.first == 0u)
        return (a + b + c + d) * 0.25;
    vec4 w = vec4(karis(a), karis(b), karis(c), karis(d));
    return (a * w.x + b * w.y + c * w.z + d * w.w) / (w.x + w.y + w.z + w.w);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(dst);
    if (p.x >= size.x || p.y >= size.y)
        return;
    vec2 uv = (vec2(p) + 0.5) / vec2(size);
    vec2 t = 1.0 / vec2(textureSize(src, 0));
    vec3 s[13];
    int n = 0;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x)
            if (((x ^ y) & 1) == 0)
                s[n++] = textureLod(src, uv + vec2(x, y) * t, 0.0).rgb;
    vec3 c = 0.5 * quad(s[3], s[4], s[8], s[9]);
    c += 0.125 * quad(s[0], s[1], s[5], s[6]);
    c += 0.125 * quad(s[1], s[2], s[6], s[7]);
    c += 0.125 * quad(s[5], s[6], s[10], s[11]);
    c += 0.125 * quad(s[6], s[7], s[11], s[12]);
    if (pc.first != 0u)
        c = prefilter(c);
    imageStore(dst, p, vec4(c, 1.0));
}
