#version 450
#extension GL_EXT_mesh_shader : require
layout(triangles, max_vertices = 0, max_primitives = 1) out; // error: E0503
void main() { SetMeshOutputsEXT(0, 0); }
