#version 450
// client: vulkan
// One scalar fills a vector; of all types.
layout(location = 0) in float s;
layout(location = 0) out vec4 o;

void main()
{
    vec2 a = vec2(s);
    ivec3 b = ivec3(s * 10.0);
    uvec4 c = uvec4(3);
    bvec2 d = bvec2(s);
    vec4 e = vec4(true);
    o = vec4(a, b.xy) + vec4(c) * e;
    if (d.y) o = -o;
}
