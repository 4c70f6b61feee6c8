#version 460
// The variables say which of two extensions makes the mesh.
#extension GL_EXT_mesh_shader : enable
#extension GL_NV_mesh_shader : enable
layout(local_size_x = 1) in;
layout(points, max_vertices = 1, max_primitives = 1) out;
void main() {
    gl_MeshVerticesNV[0].gl_Position = vec4(1.0);
}
