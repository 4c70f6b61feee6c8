#version 410
// client: opengl
// dvec and dmat types, products with dvec and conversion to float.
in dvec3 pos;
uniform dmat4 proj;
uniform dmat3x2 skew;
out vec2 fine;

void main()
{
    dvec4 h = proj * dvec4(pos, 1.0lf);
    dvec2 s = skew * pos;
    dmat2 q = dmat2(s, s.yx);
    q *= 0.5lf;
    dvec2 z = q * s + dvec2(dot(pos, pos), length(s));
    fine = vec2(z);
    gl_Position = vec4(h);
}
