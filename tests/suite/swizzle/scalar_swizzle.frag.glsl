#version 420
// client: opengl
// Scalars may be swizzled since 4.20.
in float x;
in vec2 y;
out vec4 color;

void main()
{
    float s = x;
    s.x += 1.0;
    vec3 v = s.xxx;
    vec2 w = y.y.rr;
    color = vec4(v, w.x.s);
}
