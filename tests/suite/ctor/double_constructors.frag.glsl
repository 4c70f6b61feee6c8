#version 400
// client: opengl
// Constructors between double and the other types.
in vec3 v;
flat in ivec2 k;
out vec4 color;

void main()
{
    double d = double(v.x);
    dvec3 a = dvec3(v);
    dvec2 b = dvec2(k);
    dmat2 m = dmat2(a.xy, b);
    mat2 f = mat2(m);
    dmat3x2 n = dmat3x2(f[0], 1.0, d, k);
    ivec2 i = ivec2(b * 2.0);
    bvec2 t = bvec2(a);
    color = vec4(n * a, f[1]) + vec4(i, t);
}
