#version 450
// client: opengl
// Calls resolved through implicit conversions.
flat in int i;
flat in uint u;
in float x;
out vec4 color;

vec2 g(float a) { return vec2(a, 1.0); }
vec2 g(double a) { return vec2(float(a), 2.0); }
vec2 h(uint a) { return vec2(a, 3.0); }
vec2 h(float a) { return vec2(a, 4.0); }
vec2 two(float a, vec2 b) { return a * b; }

void main()
{
    vec2 a = g(x) + g(2.0lf);
    vec2 b = h(u) + h(x);
    vec2 c = two(i, ivec2(i)) + two(u, uvec2(u));
    color = vec4(a + c, b);
}
