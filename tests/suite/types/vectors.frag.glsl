#version 450
// client: vulkan
// Every vector type declared, filled and combined.
layout(location = 0) in vec4 f;
layout(location = 1) flat in ivec4 i;
layout(location = 2) flat in uvec4 u;
layout(location = 0) out vec4 o;

void main()
{
    vec2 f2 = f.xy;
    vec3 f3 = f.xyz;
    vec4 f4 = f;
    ivec2 i2 = i.xy;
    ivec3 i3 = i.yzw;
    ivec4 i4 = i;
    uvec2 u2 = u.zw;
    uvec3 u3 = u.xxx;
    uvec4 u4 = u;
    bvec2 b2 = bvec2(i2);
    bvec3 b3 = bvec3(u3);
    bvec4 b4 = bvec4(f4);
    o = f4 + vec4(f2, vec2(i2)) + vec4(f3, u2.x) + vec4(i3, u4.w) + vec4(i4) + vec4(b4);
    o.xy += vec2(b2);
    o.yzw += vec3(b3);
}
