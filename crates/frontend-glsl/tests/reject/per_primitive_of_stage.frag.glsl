#version 460
// client: vulkan
#extension GL_EXT_mesh_shader : require
layout(location = 0) perprimitiveEXT out vec4 color; // error: E0501
perprimitiveEXT uniform Block { // error: E0501
    int count;
} block;
layout(location = 0) in Vertex {
    perprimitiveEXT int material;
} vertex;
void main() {}
