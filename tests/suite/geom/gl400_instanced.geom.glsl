#version 400
// client: opengl
// Geometry shader invocations with interpolation qualifiers.
layout(lines, invocations = 2) in;
layout(line_strip, max_vertices = 2) out;
in vec4 c[];
flat out vec4 tint;
noperspective out float t;

void main()
{
    for (int i = 0; i < 2; i++)
    {
        tint = c[0];
        t = float(i);
        gl_Position = gl_in[i].gl_Position + vec4(gl_InvocationID, 0, 0, 0);
        EmitVertex();
    }
}
