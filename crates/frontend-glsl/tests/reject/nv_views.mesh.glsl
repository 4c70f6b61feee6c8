#version 460
// client: vulkan
#extension GL_NV_mesh_shader : require
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
perviewNV layout(location = 0) out vec4 views[][gl_MaxMeshViewCountNV + 1]; // error: E0419
perviewNV layout(location = 1) out vec4 flat_views[]; // error: E0419
perviewNV layout(location = 2) out vec4 open[][][]; // error: E0420
perviewNV layout(location = 3) out vec4 single; // error: E0510
perviewNV uniform Block { int count[4]; } block; // error: E0501
taskNV shared float loose; // error: E0501
taskNV out Wrong { int x; } wrong; // error: E0501
taskNV in Task { int x; } task;
taskNV in Second { int x; } second; // error: E0301
layout(location = 4) in vec4 before; // error: E0609
out gl_MeshPerVertexNV {
    perviewNV float gl_ClipDistancePerViewNV[][99]; // error: E0419
    bool gl_CullPrimitiveEXT; // error: E0407
} gl_MeshVerticesNV[];
void main() {
    task.x = 1; // error: E0425
    SetMeshOutputsEXT(3u, 1u); // error: E0516
    gl_MeshPrimitivesNV[0].gl_ClipDistancePerViewNV[0][0] = 1.0; // error: E0407
}
struct Record { perviewNV vec4 value[4]; }; // error: E0501
void take(taskNV int value) {} // error: E0501
void locals() {
    perprimitiveNV int value; // error: E0501
    taskNV int other; // error: E0501
}
