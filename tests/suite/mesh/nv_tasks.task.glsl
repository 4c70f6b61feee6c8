#version 460
#extension GL_NV_mesh_shader : require
// client: vulkan
// Memory of a task, and the number of meshes that it makes.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Clusters { vec4 spheres[]; };
taskNV out Task {
    uint clusters[32];
    vec2 size;
} task;
shared uint count;

void main() {
    uint cluster = gl_WorkGroupID.x * 32u + gl_LocalInvocationID.x;
    if (gl_LocalInvocationID.x == 0u) count = 0u;
    memoryBarrierShared();
    barrier();
    if (spheres[cluster].w > 0.0) task.clusters[atomicAdd(count, 1u)] = cluster;
    task.size = spheres[cluster].xy + float(gl_MeshViewIndicesNV[gl_MeshViewCountNV - 1u]);
    barrier();
    gl_TaskCountNV = count;
}
