#version 150
// client: opengl
// What one shader gives another and is invariant must be called so by both before GLSL 4.20 (4.6.1 of 1.50).
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
invariant in vec4 place[];
in vec4 shade[];
invariant shade;
invariant out vec4 color;

void main()
{
    for (int i = 0; i < 3; ++i)
    {
        gl_Position = place[i];
        color = shade[i];
        EmitVertex();
    }
}
