#version 420
// client: opengl
// Several vertex streams of points.
layout(lines) in;
layout(points, max_vertices = 4) out;
layout(stream = 0) out vec3 near;
layout(stream = 1) out vec3 far;
in vec3 pos[];

void main()
{
    for (int i = 0; i < pos.length(); ++i)
    {
        if (pos[i].z < 10.0)
        {
            near = pos[i];
            gl_Position = vec4(near, 1.0);
            EmitStreamVertex(0);
            EndStreamPrimitive(0);
        }
        else
        {
            far = pos[i];
            EmitStreamVertex(1);
        }
    }
}
