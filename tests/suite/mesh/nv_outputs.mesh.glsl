#version 460
#extension GL_NV_mesh_shader : require
// client: vulkan
// Outputs that invocations read again, indices of vertices, and memory of the task.
layout(local_size_x = 32) in;
layout(triangles, max_vertices = 64, max_primitives = 32) out;
taskNV in Task {
    uint clusters[32];
    vec2 size;
} task;
layout(location = 0) out vec4 color[];
layout(location = 1) out Vertex {
    vec2 uv;
    float weights[2];
} vertices[];
layout(location = 5) perprimitiveNV out vec3 normal[];
perprimitiveNV out gl_MeshPerPrimitiveNV {
    int gl_PrimitiveID;
    int gl_Layer;
    int gl_ViewportMask[];
} gl_MeshPrimitivesNV[];

void main() {
    uint vertex = gl_LocalInvocationIndex;
    gl_MeshVerticesNV[vertex].gl_Position = vec4(task.size, 0.0, 1.0);
    gl_MeshVerticesNV[vertex].gl_PointSize = 2.0;
    gl_MeshVerticesNV[vertex].gl_ClipDistance[1] = 1.0;
    color[vertex] = vec4(task.clusters[vertex]);
    vertices[vertex].uv = task.size;
    vertices[vertex].weights[1] = 0.5;
    memoryBarrierShared();
    barrier();
    color[vertex + 32u] = color[31u - vertex] * gl_MeshVerticesNV[31u - vertex].gl_Position;
    gl_MeshPrimitivesNV[vertex].gl_PrimitiveID = gl_DrawID;
    gl_MeshPrimitivesNV[vertex].gl_Layer = 1;
    gl_MeshPrimitivesNV[vertex].gl_ViewportMask[0] = 3;
    normal[vertex] = vec3(gl_WorkGroupSize);
    gl_PrimitiveIndicesNV[vertex * 3u] = vertex;
    gl_PrimitiveIndicesNV[vertex * 3u + 1u] = gl_PrimitiveIndicesNV[vertex * 3u] + 1u;
    if (vertex == 0u) {
        writePackedPrimitiveIndices4x8NV(88u, 0x03020100u);
        gl_PrimitiveCountNV = uint(gl_PrimitiveIndicesNV.length()) / 3u;
    }
}
