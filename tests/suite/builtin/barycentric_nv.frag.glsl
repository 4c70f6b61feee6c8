#version 450
// client: vulkan
// Barycentric coordinates and inputs by vertex, in the spellings of GL_NV_fragment_shader_barycentric.
#extension GL_NV_fragment_shader_barycentric : require
layout(location = 0) pervertexNV in vec2 corners[3];
layout(location = 0) out vec4 color;
void main() {
    vec3 weights = gl_BaryCoordNV;
    vec2 mean = weights.x * corners[0] + weights.y * corners[1] + weights.z * corners[2];
    color = vec4(mean, gl_BaryCoordNoPerspNV.xy);
}
