#version 330
// client: opengl
// A struct definition that declares variables, one of them an array.
struct Knot { float t; vec2 p; } first, rest[2];
in float s;
out vec4 color;

void main()
{
    first.t = s;
    first.p = vec2(s, 1.0 - s);
    struct { int n; float f; } local;
    local.n = 2;
    local.f = s * 0.5;
    rest[0] = first;
    rest[1] = Knot(local.f, first.p.yx);
    color = vec4(rest[1].p, rest[0].t, float(local.n) * rest[1].t);
}
