#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_fragment_shading_rate : require
// client: vulkan
// A block of built-in outputs that is declared again, with members that are not written.
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
out gl_MeshPerVertexEXT { vec4 gl_Position; float gl_PointSize; } gl_MeshVerticesEXT[];
perprimitiveEXT out gl_MeshPerPrimitiveEXT {
    int gl_Layer;
    int gl_PrimitiveShadingRateEXT;
} gl_MeshPrimitivesEXT[];

void main()
{
    SetMeshOutputsEXT(3, 1);
    gl_MeshVerticesEXT[0].gl_Position = vec4(0);
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
}
