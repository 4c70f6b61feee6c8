#version 450
// client: vulkan
// Triangles become lines along their normals.
layout(triangles) in;
layout(line_strip, max_vertices = 6) out;
layout(location = 0) in vec3 normal[3];
layout(location = 0) out flat int edge;

void emit(vec4 p, int e) { gl_Position = p; edge = e; EmitVertex(); }

void main()
{
    for (int i = 0; i < gl_in.length(); ++i)
    {
        emit(gl_in[i].gl_Position, i);
        emit(gl_in[i].gl_Position + vec4(normal[i] * 0.2, 0.0), i + gl_PrimitiveIDIn);
        EndPrimitive();
    }
}
