#version 460
// client: vulkan
#extension GL_NV_mesh_shader : require
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
void main() {
    gl_MeshVerticesNV[0].gl_PointSize = 1.0;
    gl_MeshVerticesNV[0].gl_Position = vec4(1.0);
    gl_MeshVerticesNV[1].gl_PositionPerViewNV[0] = vec4(1.0); // error: E0522
    gl_MeshVerticesNV[2].gl_PositionPerViewNV[1].x = gl_MeshVerticesNV[0].gl_Position.y;
    gl_MeshPrimitivesNV[0].gl_ViewportMaskPerViewNV[0][0] = 1;
    gl_MeshPrimitivesNV[0].gl_ViewportMask[0] = 1; // error: E0522
    gl_MeshPrimitivesNV[0].gl_Layer = 1;
}
