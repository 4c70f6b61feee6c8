#version 450
// client: vulkan
// A block array as input of a geometry shader.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in Vs { vec3 n; vec2 uv; } gin[];
layout(location = 0) out Gs { vec3 n; vec2 uv; } gout;

void main()
{
    for (int i = 0; i < gin.length(); ++i)
    {
        gout.n = -gin[i].n;
        gout.uv = gin[i].uv * 0.5 + gin[(i + 1) % 3].uv * 0.5;
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
