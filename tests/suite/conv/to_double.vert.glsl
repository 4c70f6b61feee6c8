#version 420
// client: opengl
// Implicit conversions to double and dvec.
in ivec2 a;
in vec2 b;
out vec2 r;

double sq(double x) { return x * x; }

void main()
{
    double d = a.x;
    dvec2 e = b;
    e += a;
    d = d + b.y;
    dmat2 m = mat2(b, b.yx);
    e = m * e + sq(b.x) + sq(a.y);
    bool less = d < a.y;
    r = less ? vec2(e) : vec2(d);
    gl_Position = vec4(b, 0, 1);
}
