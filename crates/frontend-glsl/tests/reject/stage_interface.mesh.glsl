#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
layout(location = 0) in float a[]; // error: E0609
in C { // error: E0609
    float c;
} d[];
layout(location = 1) out float b[];
void main() {
    SetMeshOutputsEXT(3u, 1u);
    b[0] = 1.0;
}
