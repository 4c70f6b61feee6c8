#version 460
// client: vulkan
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
void main() {
    gl_MeshVerticesNV[0].gl_Position = vec4(1.0); // error: E0300
    gl_PrimitiveCountNV = 1u; // error: E0300
}
