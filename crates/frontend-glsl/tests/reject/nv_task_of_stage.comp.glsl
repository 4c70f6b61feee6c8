#version 460
// client: vulkan
#extension GL_NV_mesh_shader : require
layout(local_size_x = 1) in;
taskNV out Task { int x; } task; // error: E0609
void main() {}
