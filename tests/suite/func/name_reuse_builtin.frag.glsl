#version 330
// client: opengl
// A user function with a built-in's name and new parameter types.
in vec2 v;
out vec4 color;

struct Poly { float a; float b; };

float mix(Poly p, float x) { return p.a * x + p.b; }
float length(Poly p) { return p.a + p.b; }

void main()
{
    Poly p = Poly(v.x, v.y);
    color = vec4(mix(p, 0.5), length(p), mix(v.x, v.y, 0.25), length(v));
}
