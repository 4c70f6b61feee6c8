#version 450
// client: vulkan
// Instanced geometry shader that writes the layer, viewport and primitive id.
layout(triangles, invocations = 6) in;
layout(triangle_strip, max_vertices = 3) out;
layout(binding = 0) uniform Faces { mat4 face[6]; };

void main()
{
    for (int i = 0; i < 3; ++i)
    {
        gl_Layer = gl_InvocationID;
        gl_ViewportIndex = gl_InvocationID & 1;
        gl_PrimitiveID = gl_PrimitiveIDIn;
        gl_Position = face[gl_InvocationID] * gl_in[i].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
