#version 450
// client: vulkan
// Vectors from other vectors: joined, shortened, converted.
layout(location = 0) in vec4 f;
layout(location = 1) flat in ivec3 i;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = vec4(f.xy, i.zx);
    vec3 b = vec3(f);
    vec2 c = vec2(i);
    vec4 d = vec4(1.0, c, b.z);
    ivec4 e = ivec4(b, i.y);
    vec3 g = vec3(f.x, f.yzw.xy);
    uvec2 h = uvec2(i.z, i.xy);
    o = a + d * vec4(e) + vec4(g, h.x);
}
