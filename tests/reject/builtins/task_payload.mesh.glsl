#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 1) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
struct Task { int count; };
taskPayloadSharedEXT Task task;

void main() {
    task.count = 1; // error: E0425
    atomicAdd(task.count, 1); // error: E0425
}
