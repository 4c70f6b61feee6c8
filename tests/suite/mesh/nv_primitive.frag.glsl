#version 460
#extension GL_NV_mesh_shader : require
// client: vulkan
// An input with a value for each primitive.
layout(location = 5) perprimitiveNV in vec3 normal;
layout(location = 6) perprimitiveNV in Primitive {
    int material;
} primitive;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(normal, float(primitive.material));
}
