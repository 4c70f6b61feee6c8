#version 460
#extension GL_NV_mesh_shader : require
// client: vulkan
// Outputs with a value for each view. Views share locations.
layout(local_size_x = 1) in;
layout(lines, max_vertices = 8, max_primitives = 4) out;
out gl_MeshPerVertexNV {
    perviewNV vec4 gl_PositionPerViewNV[];
    float gl_PointSize;
    perviewNV float gl_ClipDistancePerViewNV[gl_MaxMeshViewCountNV][2];
} gl_MeshVerticesNV[8];
perviewNV layout(location = 0) out vec4 color[][];
perviewNV perprimitiveNV layout(location = 1) out vec2 size[4][gl_MaxMeshViewCountNV];
layout(location = 2) out Vertex {
    perviewNV vec2 uv[];
    vec2 shared_uv;
    perviewNV vec4 rows[][3];
} vertices[];
layout(location = 7) out vec4 behind[];

void main() {
    for (uint i = 0u; i < gl_MeshViewCountNV; ++i) {
        uint view = gl_MeshViewIndicesNV[i];
        gl_MeshVerticesNV[0].gl_PositionPerViewNV[i] = vec4(view);
        gl_MeshVerticesNV[0].gl_ClipDistancePerViewNV[i][1] = 1.0;
        gl_MeshPrimitivesNV[1].gl_LayerPerViewNV[i] = int(view);
        gl_MeshPrimitivesNV[1].gl_ViewportMaskPerViewNV[i][0] = 1;
        color[1][i] = gl_MeshVerticesNV[0].gl_PositionPerViewNV[i];
        size[1][i] = color[1][i].xy;
        vertices[2].uv[i] = vec2(0.5);
        vertices[2].rows[i][2] = vec4(1.0);
    }
    vertices[2].shared_uv = vec2(1.0);
    behind[2] = vec4(2.0);
    gl_PrimitiveIndicesNV[7] = 2u;
    gl_PrimitiveCountNV = 4u;
}
