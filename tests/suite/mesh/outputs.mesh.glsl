#version 460
#extension GL_EXT_mesh_shader : require
// client: vulkan
// Outputs of vertices and primitives.
layout(local_size_x = 32) in;
layout(triangles, max_vertices = 64, max_primitives = 126) out;
layout(location = 0) out vec4 color[];
layout(location = 1) perprimitiveEXT out vec3 normal[];

void main() {
    SetMeshOutputsEXT(3, 1);
    uint vertex = gl_LocalInvocationIndex;
    gl_MeshVerticesEXT[vertex].gl_Position = vec4(1.0);
    gl_MeshVerticesEXT[vertex].gl_PointSize = 2.0;
    gl_MeshVerticesEXT[vertex].gl_ClipDistance[1] = 1.0;
    gl_PrimitiveTriangleIndicesEXT[vertex] = uvec3(0, 1, 2);
    gl_MeshPrimitivesEXT[vertex].gl_PrimitiveID = gl_DrawID;
    gl_MeshPrimitivesEXT[vertex].gl_Layer = 1;
    gl_MeshPrimitivesEXT[vertex].gl_CullPrimitiveEXT = false;
    color[vertex] = vec4(gl_NumWorkGroups, gl_MaxMeshOutputVerticesEXT);
    normal[vertex] = vec3(gl_WorkGroupSize);
}
