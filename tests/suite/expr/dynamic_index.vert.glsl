#version 450
// client: vulkan
// Dynamic indexing of vectors, matrices and arrays, read and write.
layout(location = 0) in vec4 a;
layout(location = 1) in int ix;
layout(location = 2) in uint ux;
layout(location = 0) out vec4 r;

void main()
{
    vec4 v = a;
    v[ix & 3] = 2.0;
    mat3 m = mat3(a.xyz, a.yzw, a.zwx);
    m[ux % 3u] *= 2.0;
    m[ix % 3][1] += v[ux & 3u];
    vec2 t[3] = vec2[](a.xy, a.zw, a.yx);
    t[ix % 3].y = m[1][ux % 3u];
    r = vec4(t[0], t[2]) + v;
    gl_Position = vec4(m[ix % 3], 1.0);
}
