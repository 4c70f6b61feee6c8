#version 330
// client: opengl
// Array constructors, comparison and returns in desktop GL.
in float t;
uniform vec3 pts[4];
out vec3 p;

vec3[2] pairOf(int i) { return vec3[](pts[i], pts[i + 1]); }

void main()
{
    vec3 a[2] = pairOf(0), b[2] = pairOf(2);
    p = a == b ? vec3(0) : mix(a[1], b[0], t);
    gl_Position = vec4(p, a.length());
}
