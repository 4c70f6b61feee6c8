#version 450
// client: vulkan
// Numbers of the shader core and of the warp (GL_ARM_shader_core_builtins).
#extension GL_ARM_shader_core_builtins : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Results { uvec4 results[]; };
void main() {
    uint warp = gl_WarpIDARM * gl_WarpMaxIDARM;
    results[gl_GlobalInvocationID.x] = uvec4(gl_CoreIDARM, gl_CoreCountARM, gl_CoreMaxIDARM, warp);
}
