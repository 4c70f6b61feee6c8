#version 330
// client: opengl
// Triangles with adjacency: silhouette edges.
layout(triangles_adjacency) in;
layout(line_strip, max_vertices = 6) out;
in vec3 world[];
uniform vec3 eye;
out float strength;

bool facing(vec3 a, vec3 b, vec3 c) { return dot(cross(b - a, c - a), eye - a) > 0.0; }

void main()
{
    if (!facing(world[0], world[2], world[4])) return;
    for (int i = 0; i < 6; i += 2)
    {
        int n = (i + 2) % 6;
        if (facing(world[i], world[i + 1], world[n])) continue;
        strength = distance(world[i], world[n]);
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
        gl_Position = gl_in[n].gl_Position;
        EmitVertex();
        EndPrimitive();
    }
}
