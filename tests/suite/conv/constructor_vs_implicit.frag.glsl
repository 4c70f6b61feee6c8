#version 330
// client: opengl
// Array and struct constructors convert their elements implicitly.
struct Q { float a; vec2 b; uint c; };
flat in int n;
out vec4 color;

void main()
{
    Q q = Q(n, ivec2(n, 3), 2u);
    float w[3] = float[](n, 1u, 0.5);
    vec2 z[2] = vec2[2](ivec2(1), uvec2(2u));
    color = vec4(q.a + w[0], q.b + z[1], w[1] * q.c);
}
