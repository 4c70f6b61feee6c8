#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
void main() {
    uvec4 part = subgroupPartitionNV(1u); // error: E0516
    controlBarrierArrive(); // error: E0516
    uint core = gl_CoreIDARM; // error: E0300
}
