#version 450
// client: vulkan
// Swizzles on matrix columns, array elements, members and calls.
struct Vert { vec4 p; mat3 m; };
layout(location = 0) in vec4 p;
layout(location = 1) in mat3 m;
layout(location = 0) out vec3 n;

vec3 flip(vec3 a) { return -a.zyx; }

void main()
{
    Vert v[2];
    v[0] = Vert(p, m);
    v[1].p = v[0].p.yxwz;
    v[1].m = transpose(v[0].m);
    v[1].m[2].xz = v[0].m[1].yy;
    v[0].p.zw *= v[1].p.xy;
    n = flip(v[1].m[0]).xzy + (m * p.xyz).zzx;
    gl_Position.xyz = v[0].p.xyz;
    gl_Position.w = v[1].m[2].z;
}
