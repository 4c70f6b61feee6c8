#version 450
// client: vulkan
// Water shading: Fresnel, refraction offset, absorption and foam.
layout(set = 1, binding = 0) uniform sampler2D sceneColor;
layout(set = 1, binding = 1) uniform sampler2D sceneDepth;
layout(set = 1, binding = 2) uniform samplerCube sky;
layout(set = 1, binding = 3) uniform Water { vec3 eye; float near; vec3 absorb; float far; vec2 screen; };
layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 2) in float crest;
layout(location = 0) out vec4 color;

float linearDepth(float d) { return near * far / (far - d * (far - near)); }

void main()
{
    vec3 n = normalize(normal);
    vec3 v = normalize(eye - world);
    float fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    vec2 uv = gl_FragCoord.xy / screen;
    float mine = linearDepth(gl_FragCoord.z);
    vec2 bent = uv + n.xz * 0.05;
    float behind = linearDepth(texture(sceneDepth, bent).r);
    if (behind < mine)
    {
        bent = uv;
        behind = linearDepth(texture(sceneDepth, uv).r);
    }
    float thick = max(behind - mine, 0.0);
    vec3 below = texture(sceneColor, bent).rgb * exp(-absorb * thick);
    vec3 above = textureLod(sky, reflect(-v, n), 0.0).rgb;
    float foam = max(crest, 1.0 - smoothstep(0.0, 0.3, thick));
    color = vec4(mix(mix(below, above, fresnel), vec3(1.0), foam * 0.7), 1.0);
}
