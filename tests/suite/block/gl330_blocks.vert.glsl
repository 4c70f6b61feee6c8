#version 330
// client: opengl
// Shared, packed and std140 blocks without bindings.
layout(shared) uniform A { vec4 tint; mat3 n; };
layout(packed) uniform B { float scale; } b;
layout(std140, row_major) uniform C { mat4 mvp; vec2 off[2]; } c;
uniform vec3 loose;
in vec3 p;
out vec4 col;

void main()
{
    col = tint * b.scale + vec4(n * loose, 0.0);
    gl_Position = c.mvp * vec4(p, 1.0) + vec4(c.off[1], 0.0, 0.0);
}
