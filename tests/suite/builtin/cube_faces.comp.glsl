#version 450
// client: vulkan
// Faces of cubes that directions meet (GL_AMD_gcn_shader).
#extension GL_AMD_gcn_shader : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { vec4 results[16]; };
void main() {
    int index = int(gl_LocalInvocationIndex);
    float side = (index & 1) == 0 ? 2.0 : -2.0;
    vec3 direction = vec3(0.5, -0.25, 1.0);
    if (index < 6)
        direction[index >> 1] = side;
    else
        direction = vec3(side);
    results[index] = vec4(direction, cubeFaceIndexAMD(direction));
    results[index + 8] = vec4(cubeFaceCoordAMD(direction), 0.0, 1.0);
}
