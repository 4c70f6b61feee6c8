#version 450
// client: vulkan
// Double literals, arithmetic and conversions.
layout(location = 0) in vec2 p;
layout(location = 1) in double d;
layout(location = 0) out float r;

void main()
{
    double a = 1.0lf / 3.0LF;
    double b = double(p.x) * a + d;
    double c = sqrt(abs(b)) + floor(b) - fract(d);
    bool big = c > 1e10lf;
    int n = int(c);
    r = big ? float(n) : float(c - a);
    gl_Position = vec4(p, float(b), 1.0);
}
