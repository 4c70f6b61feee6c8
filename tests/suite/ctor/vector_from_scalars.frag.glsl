#version 450
// client: vulkan
// Vectors from scalars of every basic type.
layout(location = 0) flat in int i;
layout(location = 1) flat in uint u;
layout(location = 2) in float f;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = vec4(i, u, f, f > 0.0);
    ivec3 b = ivec3(f, u, i);
    uvec2 c = uvec2(i, f);
    bvec3 d = bvec3(i, f, u);
    o = a + vec4(b, c.x) + vec4(d, c.y);
}
