#version 400
// client: opengl
// Overloads on float and double, and their implicit calls.
in vec2 v;
flat in int n;
out vec4 color;

float f(float x) { return x; }
double f(double x) { return x * 2.0lf; }
double pick(dvec2 d) { return d.x - d.y; }

void main()
{
    double d = f(double(v.x)) + pick(v);
    color = vec4(f(v.y), f(n), float(d), pick(ivec2(n, 1)));
}
