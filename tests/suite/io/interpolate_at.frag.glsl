#version 450
// client: vulkan
// interpolateAtCentroid, Sample and Offset, also on elements and swizzles.
layout(location = 0) in vec3 n;
layout(location = 1) in vec2 uv[2];
layout(location = 3) flat in int s;
layout(location = 0) out vec4 o;

void main()
{
    vec3 a = interpolateAtCentroid(n);
    vec2 b = interpolateAtSample(uv[1], s);
    vec2 c = interpolateAtOffset(uv[0], vec2(0.25, -0.25));
    vec2 d = interpolateAtCentroid(n.zy);
    float e = interpolateAtSample(n.z, s);
    o = vec4(a, e) + vec4(b + d, c);
}
